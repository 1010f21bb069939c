/**
 * The locks of spending. A function that takes several takes them in this order, none twice:
 *
 * 1. `keyedCalls`: calls with the same idempotency key, so that a second one finds what the first has stored.
 * 2. `payments`: from choosing outputs until they are stored as spent. Two payments at once would choose the same
 *    outputs, and the second would fail although other money is free. A payment that this wallet signs holds the lock
 *    only until its outputs are chosen (`payWithReserved`): they stay reserved while it is signed and sent, beside
 *    other payments.
 * 3. `rings`: two that draw rings for the same output at once would show the node two different ones.
 *
 * `sending` holds the ids (hex) of transactions that are on their way to a node: reading the pool does not relay them again
 * meanwhile and does not give them up. It makes no call wait.
 */
import type { PublicKey } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { createQueue, type Queue } from '../../base/queue.ts';
import type { Ledger } from '../state/state.ts';

/** True for an output that a payment is spending at this moment. */
export type IsReserved = (output: { readonly key: PublicKey }) => boolean;

interface SpendLocks {
  /** The newest call with each idempotency key, while it runs. */
  readonly keyedCalls: Map<string, Promise<unknown>>;
  readonly payments: Queue;
  readonly rings: Queue;
  readonly sending: Set<string>;
  /** One-time keys in hex of reserved outputs. */
  readonly reserved: Set<string>;
  /** Payments with reserved outputs. Each resolves when its payment has ended. */
  readonly running: Set<Promise<unknown>>;
}

const locks = new WeakMap<Ledger, SpendLocks>();

/** The locks of an open wallet. */
export function locksOf(ledger: Ledger): SpendLocks {
  const known = locks.get(ledger);
  if (known) return known;
  const made = {
    keyedCalls: new Map<string, Promise<unknown>>(),
    payments: createQueue(),
    rings: createQueue(),
    sending: new Set<string>(),
    reserved: new Set<string>(),
    running: new Set<Promise<unknown>>(),
  };
  locks.set(ledger, made);
  return made;
}

/** Runs `work` when all earlier payments of this wallet have ended or failed, and before all later ones. */
export function withPaymentLock<T>(ledger: Ledger, work: () => Promise<T>): Promise<T> {
  const { payments, running } = locksOf(ledger);
  return payments.run(async () => {
    await Promise.all(running);
    return work();
  });
}

/** Reasons for which a payment cannot be planned while other payments have reserved outputs. */
const LACKS_OUTPUTS = ['may_pay_twice', 'too_few_outputs', 'tx_not_possible', 'tx_too_large'];

/**
 * Runs `plan`, one payment at a time, then `work` beside other payments: the outputs that `plan` chose are reserved until
 * `work` has ended. If the free outputs are not enough for `plan`, it runs again after the next payment that ends.
 */
export async function payWithReserved<Planned, T>(
  ledger: Ledger,
  plan: (isReserved: IsReserved) => Promise<readonly Planned[]>,
  outputsOf: (planned: Planned) => readonly { readonly key: PublicKey }[],
  work: (planned: readonly Planned[]) => Promise<T>,
): Promise<T> {
  const { payments, reserved, running } = locksOf(ledger);
  const isReserved: IsReserved = ({ key }) => reserved.size > 0 && reserved.has(toHex(key));
  let end: () => void = () => undefined;
  const keys: string[] = [];
  const planned = await payments.run(async () => {
    for (;;) {
      try {
        const made = await plan(isReserved);
        for (const each of made) for (const { key } of outputsOf(each)) keys.push(toHex(key));
        for (const key of keys) reserved.add(key);
        const ended = new Promise<void>((resolve) => (end = resolve)).finally(() => running.delete(ended));
        running.add(ended);
        return made;
      } catch (error) {
        if (running.size === 0 || !isFault(error) || !LACKS_OUTPUTS.includes(error.code)) throw error;
        await Promise.race(running);
      }
    }
  });
  try {
    return await work(planned);
  } finally {
    for (const key of keys) reserved.delete(key);
    end();
  }
}

/** Runs `work` when all earlier calls with this idempotency key have ended. */
export async function withKeyedCall<T>(ledger: Ledger, key: string, work: () => Promise<T>): Promise<T> {
  const { keyedCalls } = locksOf(ledger);
  const earlier = keyedCalls.get(key);
  const run = async (): Promise<T> => {
    await earlier?.catch(() => undefined);
    return work();
  };
  const mine = run();
  keyedCalls.set(key, mine);
  try {
    return await mine;
  } finally {
    if (keyedCalls.get(key) === mine) keyedCalls.delete(key);
  }
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
