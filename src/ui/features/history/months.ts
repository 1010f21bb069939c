/** Transfers by month, with what came in and went out. Pure; tests/unit/ui/months.test.ts. */
import type { Transfer } from '../../state/model.ts';

export interface Month {
  /** Year and month, as `2026-05`. */
  readonly key: string;
  /** A moment of the month, in milliseconds. */
  readonly time: number;
  /** Money that came in and went out, in piconero; see `monthsOf`. */
  readonly in: bigint;
  readonly out: bigint;
  readonly transfers: readonly Transfer[];
}

/**
 * The months of the transfers by the device's clock, newest first; inside, the order stays. `now` in milliseconds: the
 * time of transfers whose time is not known yet.
 *
 * In: received and mined amounts. Out: sent amounts and the fees of what this wallet sent. Of a move between own
 * accounts only its fee counts. Of a payment that goes partly to this wallet, that part counts as in and as out.
 * Transfers that wait for a block count; those that failed do not.
 */
export function monthsOf(transfers: readonly Transfer[], now: number): Month[] {
  const months = new Map<string, { time: number; in: bigint; out: bigint; transfers: Transfer[] }>();
  for (const transfer of transfers) {
    const time = transfer.time || now;
    const key = monthKey(time);
    const month = months.get(key) ?? { time, in: 0n, out: 0n, transfers: [] };
    months.set(key, month);
    month.in += cameIn(transfer);
    month.out += wentOut(transfer);
    month.transfers.push(transfer);
  }
  return [...months].map(([key, month]) => ({ key, ...month })).sort((a, b) => (a.key < b.key ? 1 : -1));
}

const monthKey = (time: number): string => {
  const date = new Date(time);
  return `${date.getFullYear()}-${`${date.getMonth() + 1}`.padStart(2, '0')}`;
};
const cameIn = ({ kind, state, amount, incoming }: Transfer): bigint =>
  state === 'failed' || kind === 'move' || !incoming ? 0n : amount;
const wentOut = ({ kind, state, amount, fee, incoming }: Transfer): bigint =>
  state === 'failed' || incoming ? 0n : kind === 'move' ? fee : amount + fee;
