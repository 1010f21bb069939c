/** Payees of a multisig transaction with the addresses that the proposer typed, if these agree with the outputs. */
import { haveSameKeys } from '../../protocol/keys/subaddress.ts';
import { formatAddress, type Network } from '../../protocol/address/address.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import type { Examined } from '../cold/examine.ts';
import { payeeOf } from '../spend/metadata.ts';
import type { Payee } from '../spend/plan.ts';

/** The typed addresses if they agree with the outputs; otherwise the addresses of the outputs. */
export function payeesOf(
  network: Network,
  { destinations }: ConstructionData,
  { outputs, recipients }: Examined,
): Payee[] {
  const paid = outputs.filter(({ amount }) => amount > 0n);
  const typedFits = destinations.every((entry) => {
    const position = paid.findIndex(
      ({ address, amount }) => amount === entry.amount && haveSameKeys(address, entry),
    );
    if (position >= 0) paid.splice(position, 1);
    return position >= 0;
  });
  // All other outputs must be change.
  if (typedFits && paid.every(({ change }) => change))
    return destinations.map((entry) => payeeOf(network, entry));
  return recipients.map(({ address, amount }) => ({ address, text: formatAddress(address), amount }));
}
