/** Parses addresses for the address book. */
import { fromHex } from '../../base/hex.ts';
import { formatAddress, withPaymentId } from '../../protocol/address/address.ts';
import { readPayees } from '../../wallet/spend/payees.ts';
import type { Wallet } from '../../wallet/wallet.ts';

/** The address as text, with the payment id inside if there is one. Faults: bad_address, wrong_network, bad_hex. */
export function contactAddress({ state }: Wallet, text: string, paymentId: string): string {
  const [payee] = readPayees(state.account.network, [{ address: text, amount: 0n }], '');
  const { address } = payee!;
  if (paymentId === '' || address.kind !== 'standard') return formatAddress(address);
  return formatAddress(withPaymentId(address, fromHex(paymentId, 8)));
}
