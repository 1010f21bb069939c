/** Shared by all ways to add a wallet: an unused name, and a password typed twice. */
import { cleanText } from '../../../base/clean-text.ts';
import { foldedName, isBesideName, walletNameProblem } from '../../../base/wallet-name.ts';
import type { Session } from '../../state/session.svelte.ts';
import { passwordFault } from '../../keys/new-password.ts';

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
    const plain = walletNameProblem(name) === undefined ? name : 'My wallet';
    let free = plain;
    for (let n = 2; this.#isUsed(free); n += 1) free = `${plain} ${n}`;
    this.name = free;
  }
  get nameFault(): string {
    const name = this.name.trim().normalize('NFC');
    if (cleanText(name).trim() === '') return 'Give it a name, so that you know it again.';
    switch (walletNameProblem(name)) {
      case 'signs':
        return 'Leave out / \\ and :.';
      case 'hidden':
        return 'It has a hidden character that may turn the text around. Write the name anew.';
      case 'long':
        return 'Make it shorter.';
      case 'ends':
      case 'empty':
        return 'Give it another name.';
      case undefined:
    }
    if (isBesideName(name)) return 'Files beside a wallet have such an ending. Choose another one.';
    if (this.#isUsed(name)) return `There is already a wallet named “${name}” here. Choose another name.`;
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
  #isUsed(name: string): boolean {
    return this.#session.wallets.some((wallet) => foldedName(wallet.name) === foldedName(name));
  }
}
