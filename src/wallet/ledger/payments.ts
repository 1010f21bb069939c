/** Payments in blocks by payment id. Upstream: `wallet2::get_payments` (src/wallet/wallet2.cpp). */
import { toHex } from '../../base/hex.ts';
import { countUpTo } from '../state/history-index.ts';
import type { WalletState } from '../state/state.ts';
import type { Payment } from '../state/records/payments.ts';

/** The payment id as 64 hex digits: a short one is padded with zeros; without one all digits are zero. */
export function longPaymentId(paymentId: Uint8Array | undefined): string {
  return (paymentId ? toHex(paymentId) : '').padEnd(64, '0');
}

/** Payments above `minHeight`, oldest first; `paymentId`: 64 hex digits, undefined for all. */
export function paymentsBy(state: WalletState, paymentId: string | undefined, minHeight: number): Payment[] {
  const { payments } = state.history;
  return payments
    .slice(countUpTo(payments, minHeight))
    .filter((payment) => paymentId === undefined || longPaymentId(payment.paymentId) === paymentId);
}
