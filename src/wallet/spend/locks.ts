/**
 * The locks of spending. A function that takes several takes them in this order, none twice:
 *
 * 1. `keyedCalls`: calls with the same idempotency key, so that a second one finds what the first has stored.
 * 2. `payments`: from choosing outputs until they are stored as spent. Two payments at once would choose the same
 *    outputs, and the second would fail although other money is free. A payment that this wallet signs holds the lock
 *    only until its outputs are chosen (`payWithReserved`): they stay reserved (reservations.ts) while it is signed and
 *    sent, beside other payments.
 * 3. `rings`: two that draw rings for the same output at once would show the node two different ones.
 *
 * `sending` holds the ids (hex) of transactions that are on their way to a node: reading the pool does not relay them again
 * meanwhile and does not give them up. It makes no call wait.
 */
import { isFault } from '../../base/fault.ts';
import { createQueue, type Queue } from '../../base/queue.ts';
import type { Ledger } from '../state/state.ts';
import { createReservations, type IsReserved, type Reservations, type WithKey } from './reservations.ts';

interface SpendLocks {
  /** The newest call with each idempotency key, while it runs. */
  readonly keyedCalls: Map<string, Promise<unknown>>;
  readonly payments: Queue;
  readonly rings: Queue;
  /** One list for each call that sends. */
  readonly sending: Set<readonly string[]>;
  /** The outputs of payments that are signed and sent beside others. */
  readonly reservations: Reservations;
}

const locks = new WeakMap<Ledger, SpendLocks>();

export function locksOf(ledger: Ledger): SpendLocks {
  const known = locks.get(ledger);
  if (known) return known;
  const made = {
    keyedCalls: new Map<string, Promise<unknown>>(),
    payments: createQueue(),
    rings: createQueue(),
    sending: new Set<readonly string[]>(),
    reservations: createReservations(),
  };
  locks.set(ledger, made);
  return made;
}

/** Another view of the same wallet takes the same locks. */
export function shareLocks(view: Ledger, ledger: Ledger): Ledger {
  locks.set(view, locksOf(ledger));
  return view;
}

/** Runs `work` when all earlier payments of this wallet have ended or failed, and before all later ones. */
export function withPaymentLock<T>(ledger: Ledger, work: () => Promise<T>): Promise<T> {
  const { payments, reservations } = locksOf(ledger);
  return payments.run(async () => {
    while (reservations.held) await reservations.nextRelease();
    return work();
  });
}

/** Reasons for which a payment cannot be planned while some outputs must not be chosen. */
export const LACKS_OUTPUTS = [
  'coins_not_read',
  'may_pay_twice',
  'too_few_outputs',
  'tx_not_possible',
  'tx_too_large',
];

/**
 * Runs `plan`, one payment at a time, then `work` beside other payments: the outputs that `plan` chose are reserved until
 * `work` has ended. If the free outputs are not enough for `plan`, it runs again after the next payment that ends.
 */
export async function payWithReserved<Planned, T>(
  ledger: Ledger,
  plan: (isReserved: IsReserved) => Promise<readonly Planned[]>,
  outputsOf: (planned: Planned) => readonly WithKey[],
  work: (planned: readonly Planned[]) => Promise<T>,
): Promise<T> {
  const { payments, reservations } = locksOf(ledger);
  const { planned, reservation } = await payments.run(async () => {
    const planned = await planWhenEnough(reservations, plan);
    return { planned, reservation: reservations.reserve(planned.flatMap(outputsOf)) };
  });
  try {
    return await work(planned);
  } finally {
    reservation.release();
  }
}

/** Plans a payment; without enough free outputs again after each release, until nothing is reserved. */
const planWhenEnough = async <T>(
  reservations: Reservations,
  plan: (isReserved: IsReserved) => Promise<T>,
): Promise<T> => {
  for (;;)
    try {
      return await plan(reservations.has);
    } catch (error) {
      if (!reservations.held || !isFault(error) || !LACKS_OUTPUTS.includes(error.code)) throw error;
      await reservations.nextRelease();
    }
};

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

/** Runs `work`, which stores and sends the transactions with these ids (hex), and stores the outcome. */
export async function whileSending<T>(
  ledger: Ledger,
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { sending } = locksOf(ledger);
  // A list of its own: another call may send one of them at the same time, and ends later.
  const mine = [...ids];
  sending.add(mine);
  try {
    return await work();
  } finally {
    sending.delete(mine);
  }
}

/** True if a call sends the transaction with this id (hex) now. */
export function isBeingSent(ledger: Ledger, id: string): boolean {
  return [...locksOf(ledger).sending].some((ids) => ids.includes(id));
}
