/** Searches more addresses than usual for money: widens the look-ahead, then scans the chain again. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { readAgain } from '../../state/read-again.ts';
import { passwordLine } from '../../keys/password-line.ts';

/** Addresses in each account that can be chosen. The worker takes a million in all. */
export const SEARCH_WIDTHS = [1000, 5000, 20_000] as const;
export type Width = (typeof SEARCH_WIDTHS)[number];
const ACCOUNTS = 50;
/** Size of one row of the table that each scan worker holds: a key and two indices. */
const ROW_BYTES = 40;

export class WiderSearch extends Attempts {
  width = $state<Width>(SEARCH_WIDTHS[0]);
  password = $state('');
  wrong = $state('');
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
    return this.attempt(
      async (task) => {
        this.wrong = '';
        const wanted = { password: this.password, majorIdx: ACCOUNTS, minorIdx: this.width };
        await task.wait(client.call('set_subaddress_lookahead', wanted));
        this.password = '';
        void readAgain(this.#session);
      },
      (error) => {
        this.wrong = passwordLine(error, this.password);
        if (this.wrong === '') this.error = error;
      },
    );
  }
}
