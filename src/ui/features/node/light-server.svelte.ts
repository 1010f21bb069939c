/** The light-wallet server of the open wallet, and its use and end. */
import { cleanText } from '../../../base/clean-text.ts';
import type { Result } from '../../../client/client.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner } from '../../state/task.ts';
import type { NodeAccess } from '../../state/node-access.svelte.ts';
import { withScheme } from './node-form.svelte.ts';

export type LightServerInfo = Result<'x_light_server'>;

export class LightServerState extends TaskOwner {
  /** Undefined until it was asked for. */
  info = $state.raw<LightServerInfo | undefined>(undefined);
  busy = $state(false);
  /** Why the last press had no effect, in one line. */
  wrong = $state('');
  readonly #session: Session;
  readonly #access: NodeAccess | undefined;
  readonly #loading = this.latest();
  readonly #changing = this.tasks();

  constructor(session: Session, access?: NodeAccess) {
    super(session.book);
    this.#session = session;
    this.#access = access;
  }
  async load(): Promise<void> {
    await this.#loading.run(async (task) => {
      const [asked] = await task.wait(Promise.allSettled([this.#session.client.call('x_light_server', {})]));
      if (asked.status === 'fulfilled') this.info = asked.value;
      else this.wrong = oneLine(explain(asked.reason));
    });
  }
  /** Gives the server at the typed address the view key, in a click. Returns whether the wallet uses it now. */
  use(typed: string): Promise<boolean> {
    const address = withScheme(cleanText(typed).trim().replace(/\/+$/, ''));
    return this.#change(() => this.#session.client.call('x_use_light_server', { address }), address);
  }
  /** Reads from nodes again, and compares. */
  leave(): Promise<boolean> {
    return this.#change(() => this.#session.client.call('x_leave_light_server', {}));
  }
  /** Forgets what the server said. */
  forget(): Promise<boolean> {
    return this.#change(() => this.#session.client.call('x_leave_light_server', { forget: true }));
  }

  /** `address`: the extension asks the person for access to it, in the click. */
  async #change(ask: () => Promise<unknown>, address?: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.wrong = '';
    const done = await this.#changing.run(async (task) => {
      if (address !== undefined && this.#access) await task.wait(this.#access.ask(address));
      const [asked] = await task.wait(Promise.allSettled([ask()]));
      if (asked.status === 'rejected') this.wrong = oneLine(explain(asked.reason));
      await task.wait(Promise.all([this.load(), this.#session.loadStatus()]));
      this.busy = false;
    });
    return done && this.wrong === '';
  }
}

/** Says what the chain contradicts, in a sentence without the amount. */
export function differenceWords(kind: NonNullable<LightServerInfo['differences']>[number]['kind']): string {
  switch (kind) {
    case 'not_in_chain':
      return 'It said that you received this. The chain has no such payment.';
    case 'not_named':
      return 'It did not say that you received this.';
    case 'spend_not_named':
      return 'It did not say that this is spent.';
    case 'spent_by_word':
      return 'It said that this is spent. It is not.';
  }
}
