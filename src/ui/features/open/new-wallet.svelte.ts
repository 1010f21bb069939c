/** Shared by all ways to add a wallet: an unused name, and a password typed twice. */
import type { Session } from '../../state/session.svelte.ts';
import { passwordFault } from '../../shared/new-password.ts';

/** Rules for file names on all systems; the store makes the final check. */
const NAME = /^[^\p{C}\p{Zl}\p{Zp}/\\:]{1,64}$/u;

export class NewWalletForm {
  name = $state('');
  password = $state('');
  again = $state('');
  /** A mistake is shown after the user has left the field or tried to continue, not during typing. */
  seen = $state({ name: false, password: false, again: false });
  readonly #session: Session;

  constructor(session: Session, name?: string) {
    this.#session = session;
    // Not as the parameter's default: the build translates no texts there.
    this.suggest(name ?? 'My wallet');
  }
  /** Suggests this name, or the next unused one like it. */
  suggest(name: string): void {
    const plain = NAME.test(name) ? name : 'My wallet';
    let free = plain;
    for (let n = 2; this.#taken(free); n += 1) free = `${plain} ${n}`;
    this.name = free;
  }
  get nameFault(): string {
    const name = this.name.trim();
    if (name === '') return 'Give it a name, so that you know it again.';
    if (!NAME.test(name)) return 'Leave out / \\ and :, and make it 64 characters at most.';
    if (this.#taken(name)) return `There is already a wallet named “${name}” here. Choose another name.`;
    return '';
  }
  get passwordFault(): string {
    return passwordFault(this.password);
  }
  get againFault(): string {
    return this.again === this.password ? '' : 'These are not the same.';
  }
  get ready(): boolean {
    return this.nameFault === '' && this.passwordFault === '' && this.againFault === '';
  }
  /** Shows all mistakes. */
  reveal(): void {
    this.seen = { name: true, password: true, again: true };
  }
  #taken(name: string): boolean {
    return this.#session.wallets.some((wallet) => wallet.name.toLowerCase() === name.toLowerCase());
  }
}
