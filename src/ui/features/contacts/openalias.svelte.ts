/** The OpenAlias setting: on or off, and the resolver. */
import { Attempts } from '../../state/attempts.svelte.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';

export class OpenAliasState extends Attempts {
  on = $state(false);
  resolver = $state('');
  wrong = $state('');
  readonly #session: Session;
  readonly #loading = this.latest();

  constructor(session: Session) {
    super();
    this.#session = session;
  }
  get ready(): boolean {
    return !this.on || this.resolver.trim() !== '';
  }
  /** Loads the setting. */
  async load(): Promise<void> {
    await this.#loading.run(async (task) => {
      const { resolver } = await task.wait(this.#session.client.call('x_resolver', {}));
      this.on = resolver !== '';
      this.resolver = resolver;
    });
  }
  /** Saves the setting; returns whether it was accepted. */
  async save(): Promise<boolean> {
    if (!this.ready) return false;
    return this.attempt(
      async () => {
        this.wrong = '';
        await this.#session.client.call('x_resolver', { resolver: this.on ? this.resolver.trim() : '' });
      },
      (error) => {
        this.wrong = oneLine(explain(error));
      },
    );
  }
}
