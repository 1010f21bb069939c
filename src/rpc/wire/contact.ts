/** Addresses of the address book: one text for each entry. A payment id is inside, in an integrated address. */
import { readPayees } from '../../wallet/without-wallet.ts';
import { equalBytes } from '../../base/bytes.ts';
import { fromHex } from '../../base/hex.ts';
import { formatAddress, withoutPaymentId, withPaymentId } from '../../protocol/address/address.ts';
import { fault } from '../../wallet/faults.ts';
import type { Wallet } from '../../wallet/wallet.ts';

/**
 * The address as text, with the payment id inside if one is given, beside `text` or in it. Faults: bad_address,
 * wrong_network, bad_hex, payment_id_and_subaddress; two_payment_ids when they differ.
 */
export function contactAddress(wallet: Wallet, text: string, paymentId: string): string {
  const { address } = payeeOf(wallet, text);
  const inside = address.paymentId;
  if (paymentId === '') return formatAddress(address);
  if (inside && !equalBytes(inside, fromHex(paymentId, 8))) throw fault('two_payment_ids');
  return contactWithId(wallet, text, paymentId);
}

/** The address with this payment id instead of its own; without one if it is empty. */
export function contactWithId(wallet: Wallet, text: string, paymentId: string): string {
  const address = withoutPaymentId(payeeOf(wallet, text).address);
  if (paymentId === '') return formatAddress(address);
  const id = fromHex(paymentId, 8);
  if (address.kind === 'subaddress') throw fault('payment_id_and_subaddress');
  return formatAddress(withPaymentId(address, id));
}

const payeeOf = ({ state }: Wallet, text: string) =>
  readPayees(state.account.network, [{ address: text, amount: 0n }], '')[0]!;
