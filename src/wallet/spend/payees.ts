/** Payees from typed addresses. Upstream: `validate_transfer` in src/wallet/wallet_rpc_server.cpp. */
import { Fault, isFault } from '../../base/fault.ts';
import { parseAddressFor, type Address, type Network } from '../../protocol/address/address.ts';
import { fault } from '../faults.ts';
import type { Destination } from '../state/records/payments.ts';
import type { Payee } from './plan.ts';

/**
 * Faults: no_destination; bad_address and wrong_network, with the `text` of the bad address; two_payment_ids;
 * payment_id_and_subaddress for a separate payment id, which is obsolete.
 */
export function readPayees(
  network: Network,
  destinations: readonly Destination[],
  standalonePaymentId: string,
): Payee[] {
  const payees = destinations.map(({ address, amount }) => ({
    address: readAddress(network, address),
    text: address,
    amount,
  }));
  const ids = payees.filter(({ address }) => address.paymentId !== undefined).length;
  if (ids > 1 || (ids === 1 && standalonePaymentId !== '')) throw fault('two_payment_ids');
  if (payees.length === 0) throw fault('no_destination');
  if (standalonePaymentId !== '') throw fault('payment_id_and_subaddress');
  return payees;
}

const readAddress = (network: Network, text: string): Address => {
  try {
    return parseAddressFor(network, text);
  } catch (error) {
    if (!isFault(error)) throw error;
    throw new Fault(error.code, { ...(error.data as object), text });
  }
};
