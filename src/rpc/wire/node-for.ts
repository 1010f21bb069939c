/** The node that the user chose, if it is on the network of an address. */
import type { ChainTip } from '../../ports/block-source.ts';
import type { NodePorts } from '../../ports/node-control.ts';
import type { Address } from '../../protocol/address/address.ts';
import type { WalletSession } from '../../wallet/session/types.ts';
import { fault } from '../faults.ts';

/** Without a wallet, no other part compares the networks. Own fault: node_wrong_network. */
export async function nodeFor(
  { nodes }: WalletSession,
  address?: Address,
): Promise<{ readonly node: NodePorts; readonly tip: ChainTip }> {
  const node = nodes.chosenNode();
  const tip = await node.tip();
  if (address && address.network !== tip.network) {
    const { address: chosen = '' } = nodes.used ?? {};
    throw fault('node_wrong_network', { address: chosen, expected: address.network, actual: tip.network });
  }
  return { node, tip };
}

/** The facts about the chain in an answer. */
export function chainOf({ network, devnet }: ChainTip): Pick<ChainTip, 'network' | 'devnet'> {
  return { network, devnet };
}
