/** The person's choices while a site connects. Nothing is granted that the site did not ask for. */
import type { ConnectPart, Grants } from './site-request.ts';

export class ConnectChoices {
  /** Indices of accounts that the site may read besides its own. */
  accounts = $state.raw<readonly number[]>([]);
  /** The account that pays. */
  payFrom = $state(0);
  /** Within the budget the site pays without asking. */
  unasked = $state(false);
  readonly #asked: ConnectPart;

  constructor(asked: ConnectPart, payFrom: number, unasked = false) {
    this.#asked = asked;
    this.accounts = (asked.reads ?? []).filter((index) => index !== asked.account);
    this.payFrom = asked.pays ?? payFrom;
    this.unasked = unasked;
  }
  /** The site may read it already: Settings take that away. */
  isGranted(account: number): boolean {
    return this.#asked.reads?.includes(account) === true;
  }
  toggle(account: number): void {
    this.accounts = this.accounts.includes(account)
      ? this.accounts.filter((each) => each !== account)
      : [...this.accounts, account];
  }
  get grants(): Grants {
    const { read, spend, budget } = this.#asked;
    return {
      read,
      accounts: read ? [...this.accounts] : [],
      spend,
      ...(spend && { payFrom: this.payFrom }),
      ...(spend && this.unasked && budget && { budget }),
    };
  }
}
