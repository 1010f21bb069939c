/**
 * The state of an invoice by its payments. The rules, with their exact boundaries:
 *
 * - A payment counts if it was first seen at `expires` or before. One that was first seen later is `late`: it never
 *   changes the state, and the payee decides whether to deliver or to return it.
 * - The amount is reached when the payments that count add up to it. From then on the invoice cannot expire, however
 *   long the confirmations take.
 * - Before that, the invoice is `open` (nothing) or `part_paid` (something), and `expired` from the second after
 *   `expires`.
 * - After that, it is `seen` while a part of the amount is in the pool only, `paid` when the amount is in blocks, and
 *   `confirmed` when the amount has the confirmations that the payee asked for; with 0 that is at once.
 * - `over_paid` is `confirmed` with more than the amount, whatever the confirmations of the rest. `over` says how much.
 *
 * While time and confirmations grow and payments keep their amounts and the time at which they were first seen, a state
 * only advances: open, part_paid, seen, paid, confirmed, over_paid; or open, part_paid, expired. Only a payment that
 * disappears (a reorg, or a double spend in the pool) takes it back.
 */
import { sumAmounts } from '../../base/amount.ts';
import type { Invoice } from './invoice.ts';

export interface InvoicePayment {
  /** Piconero to the invoice's address. */
  readonly amount: bigint;
  /** 0 in the pool. */
  readonly confirmations: number;
  /** When the payee saw the payment first, in seconds since 1970: keep the first value, blocks have another time. */
  readonly seen_at: number;
}

export type InvoiceState = 'open' | 'seen' | 'part_paid' | 'paid' | 'confirmed' | 'expired' | 'over_paid';

/** Sums in piconero. */
export interface InvoiceStatus {
  readonly state: InvoiceState;
  /** Payments that count. */
  readonly received: bigint;
  /** The part of the amount that is missing, or 0. */
  readonly missing: bigint;
  /** The surplus above the amount, or 0. */
  readonly over: bigint;
  /** Payments that were first seen after `expires`. */
  readonly late: bigint;
  /** Confirmations that the whole amount has; 0 until it is reached. */
  readonly confirmations: number;
}

/** The status at the time `now`, in seconds since 1970. */
export function invoiceStatus(
  invoice: Pick<Invoice, 'amount' | 'expires' | 'confirmations'>,
  payments: readonly InvoicePayment[],
  now: number,
): InvoiceStatus {
  const { amount, expires } = invoice;
  const counted = payments.filter(({ seen_at }) => seen_at <= expires);
  const received = sumAmounts(counted);
  const confirmations = confirmationsOf(amount, counted);
  return {
    state: stateOf(invoice, received, confirmations, now),
    received,
    missing: received < amount ? amount - received : 0n,
    over: received > amount ? received - amount : 0n,
    late: sumAmounts(payments) - received,
    confirmations,
  };
}

const stateOf = (
  { amount, expires, confirmations: wanted }: Pick<Invoice, 'amount' | 'expires' | 'confirmations'>,
  received: bigint,
  confirmations: number,
  now: number,
): InvoiceState => {
  if (received < amount) {
    if (now > expires) return 'expired';
    return received > 0n ? 'part_paid' : 'open';
  }
  if (confirmations >= wanted) return received > amount ? 'over_paid' : 'confirmed';
  return confirmations > 0 ? 'paid' : 'seen';
};

/** How many confirmations the payments have, best first, with which the amount is reached. */
const confirmationsOf = (amount: bigint, payments: readonly InvoicePayment[]): number => {
  let reached = 0n;
  for (const payment of payments.toSorted((a, b) => b.confirmations - a.confirmations)) {
    reached += payment.amount;
    if (reached >= amount) return payment.confirmations;
  }
  return 0;
};
