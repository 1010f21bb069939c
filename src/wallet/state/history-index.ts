/**
 * Payments in the order of the history, and by transaction. Kept with each commit, so that a question about a part of
 * the history does not walk all of it.
 */
import type { Outgoing, Payment } from './records/payments.ts';

interface Dated {
  readonly height: number;
}

export interface HistoryIndex {
  /** Those in blocks, by height. */
  readonly payments: readonly Payment[];
  readonly outgoing: readonly Outgoing[];
  /** Those in no block. Keys as in the tables. */
  readonly inPool: ReadonlyMap<string, Payment>;
  readonly unmined: ReadonlyMap<string, Outgoing>;
  /** Payments of one transaction. `txid`: in hex. */
  paymentsOf(txid: string): readonly Payment[];
}

/** The number of records up to this height. `sorted`: by height. */
export function countUpTo(sorted: readonly Dated[], height: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.height > height) high = middle;
    else low = middle + 1;
  }
  return low;
}

export class MutableHistoryIndex implements HistoryIndex {
  readonly payments: Payment[] = [];
  readonly outgoing: Outgoing[] = [];
  readonly inPool = new Map<string, Payment>();
  readonly unmined = new Map<string, Outgoing>();
  /** A list only for the few transactions that pay several addresses: it takes memory. */
  readonly #byTxid = new Map<string, Payment | readonly Payment[]>();

  paymentsOf(txid: string): readonly Payment[] {
    const found = this.#byTxid.get(txid) ?? [];
    return Array.isArray(found) ? (found as readonly Payment[]) : [found as Payment];
  }

  /** A record replaces another one, or is added or removed. */
  setPayment(key: string, old: Payment | undefined, next: Payment | undefined): void {
    move(this.payments, this.inPool, key, old, next);
    const txid = key.slice(0, TXID);
    const others = old ? this.paymentsOf(txid).filter((each) => each !== old) : this.paymentsOf(txid);
    const all = next ? [...others, next] : others;
    if (all.length === 0) this.#byTxid.delete(txid);
    else this.#byTxid.set(txid, all.length === 1 ? all[0]! : all);
  }

  setOutgoing(key: string, old: Outgoing | undefined, next: Outgoing | undefined): void {
    move(this.outgoing, this.unmined, key, old, next);
  }
}

/** Length of a transaction id in hex; a payment's key begins with one. */
const TXID = 64;

const move = <R extends Dated>(
  sorted: R[],
  unmined: Map<string, R>,
  key: string,
  old: R | undefined,
  next: R | undefined,
): void => {
  const at = old && old.height > 0 ? sorted.indexOf(old, countUpTo(sorted, old.height - 1)) : -1;
  // A record that stays in its block keeps its place among the others of the block.
  if (next && next.height === old?.height) {
    if (at < 0) unmined.set(key, next);
    else sorted[at] = next;
    return;
  }
  if (at < 0) unmined.delete(key);
  else sorted.splice(at, 1);
  if (next && next.height > 0) sorted.splice(countUpTo(sorted, next.height), 0, next);
  else if (next) unmined.set(key, next);
};
