/**
 * Chooses the node that a transaction is sent to: the separate sending node, if the person chose one, otherwise the node
 * that the wallet reads from. A transaction that one node has is not sent to another node that the wallet chose by itself.
 */
import type { BlockSource } from '../../ports/block-source.ts';
import type { NodeControl, NodeSettings } from '../../ports/node-control.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import { fault } from '../faults.ts';
import type { Comparison } from './comparison.ts';
import { nodeAt, type NodeList } from './node-list.ts';

export interface TxReceiver {
  readonly address: string;
  readonly relay: TxRelay['relay'];
  /** Asks this node about a transaction that it has got. */
  readonly transactions: BlockSource['transactions'];
}

export interface Receivers {
  /** The node that gets a transaction now. Faults no_node, nodes_disagree. */
  now(): TxReceiver;
  /**
   * The receiver of a transaction whose bytes the node `sentTo` may have; undefined: an earlier version sent it to its one
   * node, the first of the list. Fault asked_elsewhere when the wallet itself chose another node.
   */
  again(sentTo: string | undefined): TxReceiver;
}

export function createReceivers(
  chain: Pick<NodeControl, 'node' | 'at'>,
  list: () => NodeList,
  { requireAgreement }: Pick<Comparison, 'requireAgreement'>,
): Receivers {
  const now = (): TxReceiver => {
    const node = receivingNode(chain, list());
    if (!node) throw fault('no_node');
    requireAgreement();
    const ports = chain.at(node);
    return {
      address: node.address,
      relay: (...request) => ports.relay(...request),
      transactions: (...request) => ports.transactions(...request),
    };
  };
  return {
    now,
    again: (sentTo) => {
      const receiver = now();
      const { address } = receiver;
      const other = sentTo ?? list().nodes[0]?.address ?? address;
      if (address !== other && !isChosen(list(), address)) throw fault('asked_elsewhere', { address, other });
      return receiver;
    },
  };
}

const receivingNode = ({ node }: Pick<NodeControl, 'node'>, list: NodeList): NodeSettings | undefined =>
  list.send === '' ? node : nodeAt(list, list.send);

const isChosen = ({ nodes, send }: NodeList, address: string): boolean =>
  address === send || address === (nodes[0]?.address ?? address);
