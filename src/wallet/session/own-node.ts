/** Finds the user's own node among the stored ones. */
import type { OwnNode } from '../../ports/own-node.ts';
import { fault } from '../faults.ts';
import type { Session } from './types.ts';

/**
 * The node at this address, with its stored login. Fault node_not_own, before anything is sent: the address is not in
 * the list of nodes, or the user has not said that the node is their own.
 */
export function ownNodeAt({ world, nodes }: Pick<Session, 'world' | 'nodes'>, address: string): OwnNode {
  const node = nodes.list.nodes.find((each) => each.address === address);
  if (!node?.trusted) throw fault('node_not_own', { address, call: 'a command of its owner' });
  return world.chain.own(node);
}
