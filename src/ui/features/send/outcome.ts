/** Finds the recipients who were paid, when not all transactions of a payment were sent. */
import { explain } from '../../messages/explain.ts';

/** Numbers of recipients, in their order: first those paid, then those of whom it is not known, then the rest. */
export interface RecipientCounts {
  readonly paid: number;
  readonly unknown: number;
  readonly unpaid: number;
}
export type Fate = 'paid' | 'unknown' | 'unpaid';

/** `transactions`: those of the payment. Undefined unless `error` says that some were sent. */
export function outcomeOf(
  error: unknown,
  transactions: readonly { readonly recipients: number }[],
): RecipientCounts | undefined {
  const { fault, data } = explain(error);
  if (fault !== 'sent_partly') return undefined;
  const sent = Number(data['sent'] ?? 0);
  const next = data['unknown'] === undefined ? sent : sent + 1;
  return {
    paid: sum(transactions.slice(0, sent)),
    unknown: sum(transactions.slice(sent, next)),
    unpaid: sum(transactions.slice(next)),
  };
}

export function fateOf(index: number, { paid, unknown }: RecipientCounts): Fate {
  if (index < paid) return 'paid';
  return index < paid + unknown ? 'unknown' : 'unpaid';
}

const sum = (transactions: readonly { readonly recipients: number }[]): number =>
  transactions.reduce((total, { recipients }) => total + recipients, 0);
