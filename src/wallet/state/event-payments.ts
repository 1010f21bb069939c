/**
 * Events of received payments: seen in the pool, confirmed, removed. A payment is watched from the commit that finds it until
 * the event of its last number of confirmations is written. Watched payments have a table: a new block concerns only those.
 */
import { toHex } from '../../base/hex.ts';
import { MAX_REORG } from './chain.ts';
import type { EventView, NewEvent } from './event-view.ts';
import type { EventRules, RemovalReason, WatchedPayment } from './records/events.ts';
import type { Payment } from './records/payments.ts';
import type { Delete, Put } from './tables.ts';

export interface PaymentEvents {
  readonly events: readonly NewEvent[];
  readonly puts: readonly Put[];
  readonly deletes: readonly Delete[];
}

export function paymentEvents(view: EventView, { confirmations }: EventRules): PaymentEvents {
  const touched = view.touched('payments');
  const events: NewEvent[] = [];
  const puts: Put[] = [];
  const deletes: Delete[] = [];
  if (touched.size === 0 && !view.grows) return { events, puts, deletes };
  const last = confirmations.at(-1) ?? 0;
  for (const key of new Set([...view.all('watchedPayments').keys(), ...touched])) {
    const before = watchedBefore(view, key);
    const is = view.after('payments', key);
    const step = followPayment(view, before.watched, is, last);
    events.push(...step.events);
    // One that is missing while the chain is read again is not confirmed by its blocks.
    const confirmed = step.watched && is ? confirm(view.height, step.watched, confirmations) : noEvents(step);
    events.push(...confirmed.events);
    const after = confirmed.watched;
    if (after === before.stored) continue;
    if (after) puts.push({ table: 'watchedPayments', key, value: after });
    else if (before.stored) deletes.push({ table: 'watchedPayments', key });
  }
  return { events, puts, deletes };
}

/**
 * The chain is forgotten, to be read again: the newest payments whose events are all written are watched, because a reorganisation that
 * the wallet has not seen may have moved or removed them.
 */
export function watchTold(view: EventView, { confirmations }: EventRules): readonly Put[] {
  const last = confirmations.at(-1) ?? 0;
  return [...view.all('payments')].flatMap(([key, payment]) =>
    payment.height > view.quietBelow - MAX_REORG - last &&
    payment.height > 0 &&
    !view.before('watchedPayments', key)
      ? [{ table: 'watchedPayments' as const, key, value: watch(payment, last) }]
      : [],
  );
}

/** `stored`: the row in the table. A payment with all its events has none, but a reorganisation may still remove or move it. */
const watchedBefore = (
  view: EventView,
  key: string,
): { readonly stored: WatchedPayment | undefined; readonly watched: WatchedPayment | undefined } => {
  const stored = view.before('watchedPayments', key);
  const payment = view.before('payments', key);
  return { stored, watched: stored ?? (payment && watch(payment, payment.height > 0 ? Infinity : 0)) };
};

const watch = (
  { txid, subaddress, amount, paymentId, height }: Payment,
  confirmationsReported: number,
): WatchedPayment => ({
  txid: toHex(txid),
  subaddress,
  amount,
  ...(paymentId && { paymentId }),
  height,
  told: confirmationsReported,
});

const noEvents = ({ watched }: Step): Step => ({ events: [], watched });

interface Step {
  readonly events: readonly NewEvent[];
  readonly watched: WatchedPayment | undefined;
}

/** The effect of the change on one payment, before confirmations are counted. */
const followPayment = (
  view: EventView,
  was: WatchedPayment | undefined,
  is: Payment | undefined,
  last: number,
): Step => {
  if (!is) return was ? leave(view, was) : { events: [], watched: undefined };
  if (was?.height === is.height) return { events: [], watched: was };
  if (!was && is.height > 0 && isTold(view, is.height, last)) return { events: [], watched: undefined };
  const watched = watch(is, 0);
  return {
    events: [
      ...(was && was.height > 0 ? [removed(was, 'reorganised')] : []),
      ...(is.height === 0 ? [{ type: 'payment_seen' as const, ...factsOf(watched) }] : []),
    ],
    watched,
  };
};

/**
 * The chain is read again, and all events of a payment at this height were written before. A newer one that was known is watched
 * (`watchTold`): else a reorganisation has brought it, and the wallet sees it first now.
 */
const isTold = ({ quietBelow }: EventView, height: number, last: number): boolean =>
  height <= quietBelow - MAX_REORG - last;

/**
 * The payment is gone. A pool forgets a transaction also when a block takes it, and that block may not be read yet: so
 * `dropped` waits for the next block, and until no gap is left.
 */
const leave = (view: EventView, was: WatchedPayment): Step => {
  const waits = was.height === 0 ? !view.grows : view.quiet;
  if (waits || mayBeInGap(view, was)) return { events: [], watched: was };
  return { events: [removed(was, reasonOf(view, was))], watched: undefined };
};

/** True if blocks that are left out may contain it: they are read later. */
const mayBeInGap = (view: EventView, { height }: WatchedPayment): boolean =>
  [...view.all('gaps').keys(), ...view.touched('gaps')].some((key) => {
    const gap = view.after('gaps', key);
    return gap !== undefined && (height === 0 || (gap.from <= height && height < gap.to));
  });

const reasonOf = (view: EventView, { height, txid }: WatchedPayment): RemovalReason => {
  if (height === 0) return 'dropped';
  // A view-only wallet learns from imported key images that a payment was change.
  return height < view.detachedFrom && view.after('outgoing', txid) ? 'change' : 'reorganised';
};

/** Events of the numbers of confirmations that are reached. `watched` of the result is undefined after the last one. */
const confirm = (height: number, watched: WatchedPayment, confirmations: readonly number[]): Step => {
  if (watched.height === 0) return { events: [], watched };
  const { told: confirmationsReported } = watched;
  const last = confirmations.at(-1) ?? 0;
  if (confirmationsReported >= last) return { events: [], watched: undefined };
  const reached = height - watched.height;
  const now = confirmations.filter((n) => n > confirmationsReported && n <= reached);
  const highest = now.at(-1);
  if (highest === undefined) return { events: [], watched };
  return {
    events: now.map((n) => ({ type: 'payment_confirmed', ...factsOf(watched), confirmations: n })),
    watched: highest === last ? undefined : { ...watched, told: highest },
  };
};

const removed = (watched: WatchedPayment, reason: RemovalReason): NewEvent => ({
  type: 'payment_removed',
  ...factsOf(watched),
  reason,
});

const factsOf = ({
  txid,
  subaddress,
  amount,
  paymentId,
  height,
}: WatchedPayment): Omit<NewEvent, 'type'> => ({
  txid,
  amount,
  subaddress,
  ...(paymentId && { paymentId }),
  ...(height > 0 && { height }),
});
