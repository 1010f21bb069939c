/**
 * The locks of spending. Whoever takes several takes them in this order, none twice:
 *
 * 1. `keyedCalls`: calls with an idempotency key, so that a second one finds what the first has stored.
 * 2. `payments`: from choosing outputs until they are stored as spent. Two payments at once would choose the same
 *    outputs, and the second would fail although other money is free (monero-wallet-rpc answers one request at a time).
 * 3. `rings`: two that draw rings for the same output at once would show the node two different ones.
 *
 * `sending` holds the ids (hex) of transactions that are on their way to a node: reading the pool does not relay them again
 * meanwhile, and nobody gives them up. It makes nobody wait.
 */
import { createQueue, type Queue } from '../../base/queue.ts';
import type { Ledger } from '../state/state.ts';

interface SpendLocks {
  readonly keyedCalls: Queue;
  readonly payments: Queue;
  readonly rings: Queue;
  readonly sending: Set<string>;
}

const locks = new WeakMap<Ledger, SpendLocks>();

/** The locks of an open wallet. */
export function locksOf(ledger: Ledger): SpendLocks {
  const known = locks.get(ledger);
  if (known) return known;
  const made = {
    keyedCalls: createQueue(),
    payments: createQueue(),
    rings: createQueue(),
    sending: new Set<string>(),
  };
  locks.set(ledger, made);
  return made;
}

/** Runs `work` when all earlier payments of this wallet have ended or failed. */
export function withPaymentLock<T>(ledger: Ledger, work: () => Promise<T>): Promise<T> {
  return locksOf(ledger).payments.run(work);
}

/** Runs `work`, which sends the transactions with these ids (hex). */
export async function whileSending<T>(
  ledger: Ledger,
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { sending } = locksOf(ledger);
  for (const id of ids) sending.add(id);
  try {
    return await work();
  } finally {
    for (const id of ids) sending.delete(id);
  }
}

/** True if a call sends the transaction with this id (hex) now. */
export function isBeingSent(ledger: Ledger, id: string): boolean {
  return locksOf(ledger).sending.has(id);
}
