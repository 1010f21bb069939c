/** The form "Programs on this site": who may use the wallet, and with which login. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { RpcAccess } from '../../state/model.ts';

export class RpcAccessForm extends Attempts {
  choice = $state<RpcAccess['state']>('closed');
  username = $state('monero');
  password = $state('');
  /** The form was sent once: from then on, what is missing is said at its field. */
  #sent = $state(false);
  readonly #access: RpcAccess;

  constructor(access: RpcAccess) {
    super();
    this.#access = access;
    this.choice = access.state;
  }
  get wrongName(): string {
    if (/[:"\\]/.test(this.username)) return 'No colon, quote or backslash.';
    return this.#sent && this.username === '' ? 'The name is still missing.' : '';
  }
  get wrongPassword(): string {
    return this.#sent && this.password === '' ? 'The password is still missing.' : '';
  }
  /** Returns whether it was saved. If not, the fields name what is missing. */
  async save(): Promise<boolean> {
    const { choice, username, password } = this;
    this.#sent = true;
    if (choice === 'login' && (this.wrongName !== '' || this.wrongPassword !== '')) return false;
    return this.attempt(async () => {
      if (choice === 'closed') this.#access.close();
      else await this.#access.open(choice === 'login' ? { username, password } : undefined);
    });
  }
}
