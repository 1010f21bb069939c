/** Searches more addresses than usual for money: widens the look-ahead, then scans the chain again. */
import { PasswordAttempts } from '../../keys/password-attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { readAgain } from '../../state/read-again.ts';

/** Addresses in each account that can be chosen. The worker takes a million in all. */
export const SEARCH_WIDTHS = [1000, 5000, 20_000] as const;
export type Width = (typeof SEARCH_WIDTHS)[number];
const ACCOUNTS = 50;
/** Size of one row of the table that each scan worker holds: a key and two indices. */
const ROW_BYTES = 40;

export class WiderSearch extends PasswordAttempts {
  width = $state<Width>(SEARCH_WIDTHS[0]);
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  get addresses(): number {
    return ACCOUNTS * this.width;
  }
  /** Memory of each scan worker, in bytes. */
  get bytes(): number {
    return this.addresses * ROW_BYTES;
  }
  /** Returns whether the search has begun. Home shows its progress. */
  start(): Promise<boolean> {
    const { client } = this.#session;
    return this.attemptWithPassword(async (task) => {
      const wanted = { password: this.password, majorIdx: ACCOUNTS, minorIdx: this.width };
      await task.wait(client.call('set_subaddress_lookahead', wanted));
      void readAgain(this.#session);
    });
  }
}
