/** How many payees a payment of the page can have. */
import type { AnyPrepared } from '../../wallet/types.ts';
import { fault } from '../faults.ts';

/** Payees of ten full transactions. Each takes seconds to sign on a phone. */
const MAX_PAYEES = 150;

/** Fault too_many_destinations. */
export function checkCount({ length }: readonly unknown[]): void {
  if (length > MAX_PAYEES) throw fault('too_many_destinations', { n: length, max: MAX_PAYEES });
}

/** Fault tx_too_large if a payee would be paid in parts: too many inputs, not payees, for one transaction. */
export function checkWhole(prepared: readonly AnyPrepared[], { length }: readonly unknown[]): void {
  const paid = prepared.reduce((total, { settled }) => total + settled.payees.length, 0);
  if (paid > length) throw fault('tx_too_large', { transactions: prepared.length });
}
