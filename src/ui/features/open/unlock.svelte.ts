/** Opens a wallet: which one, its password, and why it was closed. */
import { Attempts } from '../../shared/attempts.svelte.ts';
import { explain } from '../../messages/explain.ts';
import { hour } from '../../format/time.ts';
import type { Session } from '../../state/session.svelte.ts';

export class UnlockState extends Attempts {
  password = $state('');
  wrong = $state<string>();
  elsewhere = $state(false);
  #chosen = $state('');
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }
  /** The chosen wallet, otherwise the one just closed, otherwise the one used last. */
  get name(): string {
    const names = this.#session.wallets.map(({ name }) => name);
    return (
      [this.#chosen, this.#session.lastClosed?.wallet].find(
        (name) => name !== undefined && names.includes(name),
      ) ??
      names[0] ??
      ''
    );
  }
  get why(): string {
    const closed = this.#session.lastClosed;
    if (closed?.wallet !== this.name) return 'It is locked.';
    if (closed.reason === 'taken_over') return `It was opened in another tab at ${hour(closed.at)}.`;
    return `Locked at ${hour(closed.at)}.`;
  }
  choose(name: string): void {
    this.#chosen = name;
    this.password = '';
    this.#clear();
  }
  /** Opens the wallet; returns whether it is open. */
  async submit(takeOver: boolean): Promise<boolean> {
    if (this.busy) return false;
    this.#clear();
    return this.attempt(
      () => this.#session.openWallet(this.name, this.password, takeOver),
      (error) => {
        const { fault, what, then } = explain(error);
        if (fault === 'wrong_password') this.wrong = `${what} ${then}`;
        else if (fault === 'wallet_open_elsewhere') this.elsewhere = true;
        else this.error = error;
      },
    );
  }
  #clear(): void {
    this.wrong = undefined;
    this.error = undefined;
    this.elsewhere = false;
  }
}
