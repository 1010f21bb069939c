/** Makes another address of the shown account, when all of its addresses were used. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

export class FreshAddress extends Attempts {
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  /** Returns whether there is one now. */
  make(account: number): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#session.client.call('create_address', { accountIndex: account }));
      await this.#session.book.refresh();
    });
  }
}
