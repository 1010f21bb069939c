/** Names instead of addresses: whether, and whom to ask. */
import { explain, oneLine } from '../../shared/sentences.ts';
import type { Session } from '../../state/session.svelte.ts';

export class NamesState {
  on = $state(false);
  resolver = $state('');
  wrong = $state('');
  busy = $state(false);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }
  get ready(): boolean {
    return !this.on || this.resolver.trim() !== '';
  }
  /** Reads what is set. */
  async load(): Promise<void> {
    const { resolver } = await this.#session.client.call('x_resolver', {});
    this.on = resolver !== '';
    this.resolver = resolver;
  }
  /** Whether it was taken. */
  async save(): Promise<boolean> {
    if (!this.ready || this.busy) return false;
    this.busy = true;
    this.wrong = '';
    try {
      await this.#session.client.call('x_resolver', { resolver: this.on ? this.resolver.trim() : '' });
      return true;
    } catch (error) {
      this.wrong = oneLine(explain(error));
      return false;
    } finally {
      this.busy = false;
    }
  }
}
