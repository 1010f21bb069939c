/** Transfers by month, with what came in and went out. Pure; tests/unit/ui/months.test.ts. */
import { changeBy, type Shown } from '../../state/change.ts';
import type { Transfer } from '../../state/model.ts';

export interface Month {
  /** Year and month, as `2026-05`. */
  readonly key: string;
  /** A moment of the month, in milliseconds. Undefined: all transfers, in an order that has no months. */
  readonly time: number | undefined;
  /** Money that came in and went out, in piconero; see `Months`. */
  readonly in: bigint;
  readonly out: bigint;
  readonly transfers: readonly Transfer[];
}

type Growing = { -readonly [K in keyof Omit<Month, 'transfers'>]: Month[K] } & { transfers: Transfer[] };

/**
 * The months of the transfers by the device's clock, newest first; inside, the order stays. `now` in milliseconds: the
 * time of transfers whose time is not known yet.
 *
 * In and out: by how much the transfers raised and lowered the balance of the shown accounts.
 */
export class Months {
  readonly #now: number;
  readonly #accounts: Shown;
  readonly #months = new Map<string, Growing>();
  /** The month of the transfer before, and its first and next millisecond: most transfers are in it, too. */
  #month: Growing | undefined;
  #from = 0;
  #to = 0;

  constructor(now: number, accounts: Shown) {
    this.#now = now;
    this.#accounts = accounts;
  }
  add(transfer: Transfer): void {
    const time = transfer.time || this.#now;
    const month = time >= this.#from && time < this.#to && this.#month ? this.#month : this.#choose(time);
    const by = changeBy(transfer, this.#accounts);
    if (by > 0n) month.in += by;
    else month.out -= by;
    month.transfers.push(transfer);
  }
  get list(): readonly Month[] {
    return [...this.#months.values()].sort((a, b) => (a.key < b.key ? 1 : -1));
  }
  #choose(time: number): Growing {
    const date = new Date(time);
    const [year, index] = [date.getFullYear(), date.getMonth()];
    const key = `${year}-${`${index + 1}`.padStart(2, '0')}`;
    const month = this.#months.get(key) ?? { key, time, in: 0n, out: 0n, transfers: [] };
    this.#months.set(key, month);
    this.#from = new Date(year, index).getTime();
    this.#to = new Date(year, index + 1).getTime();
    this.#month = month;
    return month;
  }
}
