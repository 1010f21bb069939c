/** A payment as get_payments and get_bulk_payments return it. */
import type { Payment } from '../../wallet/types.ts';
import { toHex } from '../../base/hex.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Infer } from '../../base/shape.ts';
import { bool, count, obj, str, u64 } from '../schema.ts';
import { mapInTurns } from './map-in-turns.ts';
import { subaddressIndex } from './shapes.ts';

export const paymentDetails = obj({
  payment_id: str,
  tx_hash: str,
  amount: u64,
  block_height: count,
  unlock_time: u64,
  locked: bool,
  subaddr_index: subaddressIndex,
  address: str,
});

/** Payments as they are now, each with the payment id that the answer shows. Fault no_wallet: the wallet was closed meanwhile. */
export async function toPayments(
  wallet: Wallet,
  found: readonly (readonly [payment: Payment, paymentId: string])[],
): Promise<Infer<{ payment: typeof paymentDetails }>['payment'][]> {
  const rows = found.map(([payment, paymentId]) => ({
    payment,
    paymentId,
    locked: !wallet.coins.isUnlocked(payment),
  }));
  await wallet.prepareAddresses(rows.map(({ payment }) => payment.subaddress));
  return mapInTurns(wallet, rows, ({ payment, paymentId, locked }) => ({
    payment_id: paymentId,
    tx_hash: toHex(payment.txid),
    amount: payment.amount,
    block_height: payment.height,
    unlock_time: payment.unlockTime,
    locked,
    subaddr_index: payment.subaddress,
    address: wallet.addressText(payment.subaddress),
  }));
}

/** The flaw in the text of a payment id; undefined when it has 16 or 64 hex digits. */
export function paymentIdFlaw(text: string): 'format' | 'size' | undefined {
  if (text.length !== 16 && text.length !== 64) return /^([0-9a-f]{2})*$/i.test(text) ? 'size' : 'format';
  return /^[0-9a-f]+$/i.test(text) ? undefined : 'format';
}
