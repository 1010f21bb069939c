/**
 * Payments in the order of the history, and by transaction. Kept with each commit, so that a question about a part of
 * the history does not walk all of it.
 */
import type { Outgoing, Payment } from './records/payments.ts';

/** Length of a transaction id in hex; a payment's key begins with one. */
const TXID = 64;

interface Dated {
  readonly height: number;
}

export interface HistoryIndex {
  /** Payments in blocks, by height. */
  readonly payments: readonly Payment[];
  readonly outgoing: readonly Outgoing[];
  /** Payments in no block. Keys as in the tables. */
  readonly inPool: ReadonlyMap<string, Payment>;
  readonly unmined: ReadonlyMap<string, Outgoing>;
  /** Payments of one transaction. `txid`: in hex. */
  paymentsOf(txid: string): readonly Payment[];
}

/** The number of records up to this height. `sorted`: by height. */
export function countUpTo(sorted: readonly Dated[], height: number): number {
  // Most questions are about the newest.
  if (sorted.length === 0 || sorted.at(-1)!.height <= height) return sorted.length;
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.height > height) high = middle;
    else low = middle + 1;
  }
  return low;
}

export class MutableHistoryIndex implements HistoryIndex {
  readonly #payments = new Ordered<Payment>();
  readonly #outgoing = new Ordered<Outgoing>();
  /** A list only for the few transactions that pay several addresses: it takes memory. */
  readonly #byTxid = new Map<string, Payment | readonly Payment[]>();

  readonly payments: readonly Payment[] = this.#payments.mined;
  readonly outgoing: readonly Outgoing[] = this.#outgoing.mined;
  readonly inPool: ReadonlyMap<string, Payment> = this.#payments.unmined;
  readonly unmined: ReadonlyMap<string, Outgoing> = this.#outgoing.unmined;

  paymentsOf(txid: string): readonly Payment[] {
    const found = this.#byTxid.get(txid) ?? [];
    return Array.isArray(found) ? (found as readonly Payment[]) : [found as Payment];
  }

  /** A record replaces another one, or is added or removed. */
  setPayment(key: string, old: Payment | undefined, next: Payment | undefined): void {
    this.#payments.set(key, old, next);
    const txid = key.slice(0, TXID);
    if (!old && next && !this.#byTxid.has(txid)) {
      this.#byTxid.set(txid, next);
      return;
    }
    const others = old ? this.paymentsOf(txid).filter((each) => each !== old) : this.paymentsOf(txid);
    const all = next ? [...others, next] : others;
    if (all.length === 0) this.#byTxid.delete(txid);
    else this.#byTxid.set(txid, all.length === 1 ? all[0]! : all);
  }

  setOutgoing(key: string, old: Outgoing | undefined, next: Outgoing | undefined): void {
    this.#outgoing.set(key, old, next);
  }
}

/** Records of one table: those in blocks by height, and those of one block in the order of the table. */
class Ordered<R extends Dated> {
  readonly mined: R[] = [];
  readonly unmined = new Map<string, R>();
  /** The place of each record in the order of the table. */
  readonly #ordersOfMined: number[] = [];
  readonly #ordersOfUnmined = new Map<string, number>();
  #nextOrder = 0;

  set(key: string, old: R | undefined, next: R | undefined): void {
    const at = old && old.height > 0 ? this.mined.indexOf(old, countUpTo(this.mined, old.height - 1)) : -1;
    if (next && next.height === old?.height) {
      if (at < 0) this.unmined.set(key, next);
      else this.mined[at] = next;
      return;
    }
    const order = old ? this.#remove(key, at) : this.#nextOrder++;
    if (next && next.height > 0) this.#insert(next, order);
    else if (next) {
      this.unmined.set(key, next);
      this.#ordersOfUnmined.set(key, order);
    }
  }

  /** Removes a record; returns its place. `at`: its index in `mined`, or -1. */
  #remove(key: string, at: number): number {
    if (at >= 0) {
      this.mined.splice(at, 1);
      return this.#ordersOfMined.splice(at, 1)[0]!;
    }
    const order = this.#ordersOfUnmined.get(key)!;
    this.unmined.delete(key);
    this.#ordersOfUnmined.delete(key);
    return order;
  }

  #insert(record: R, order: number): void {
    let at = countUpTo(this.mined, record.height);
    while (this.mined[at - 1]?.height === record.height && this.#ordersOfMined[at - 1]! > order) at--;
    if (at === this.mined.length) {
      this.mined.push(record);
      this.#ordersOfMined.push(order);
      return;
    }
    this.mined.splice(at, 0, record);
    this.#ordersOfMined.splice(at, 0, order);
  }
}
