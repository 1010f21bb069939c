/** An event in wire form. */
import type { WalletEvent } from '../../wallet/types.ts';
import type { Infer } from '../../base/shape.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { count, obj, oneOf, opt, str, u64 } from '../schema.ts';
import { subaddressIndex } from './shapes.ts';
import { paymentIdText } from './transfer-entry.ts';

export const walletEvent = obj({
  id: str,
  type: oneOf('payment_seen', 'payment_confirmed', 'payment_removed', 'spent', 'spent_failed', 'low_balance'),
  at: count,
  txid: opt(str),
  amount: u64,
  address: opt(str),
  subaddr_index: opt(subaddressIndex),
  payment_id: opt(str),
  fee: opt(u64),
  height: opt(count),
  confirmations: opt(count),
  reason: opt(oneOf('reorganised', 'dropped', 'change')),
  threshold: opt(u64),
});

export function toWireEvent(
  { addressText }: Pick<Wallet, 'addressText'>,
  { subaddress, paymentId, ...event }: WalletEvent,
): Infer<{ event: typeof walletEvent }>['event'] {
  return {
    ...event,
    ...(subaddress && { subaddr_index: subaddress, address: addressText(subaddress) }),
    ...(paymentId && { payment_id: paymentIdText(paymentId) }),
  };
}
