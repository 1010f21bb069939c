/** The key of one payment, which the wallet shows after its password. */
import type { Session } from '../../state/session.svelte.ts';
import { PasswordAttempts } from '../../keys/password-attempts.svelte.ts';

export class PaymentKey extends PasswordAttempts {
  /** Empty until it is shown; it is dropped with this object. */
  key = $state('');
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  /** Returns whether the key is shown. Otherwise `wrong` or `error` says why. */
  show(txid: string): Promise<boolean> {
    return this.attemptWithPassword(async (task) => {
      const { client } = this.#session;
      await task.wait(client.call('x_check_password', { password: this.password }));
      this.password = '';
      this.key = (await task.wait(client.call('get_tx_key', { txid }))).txKey;
    });
  }
}
