/** Finds the user's own node among the stored ones. */
import type { OwnNode } from '../../ports/own-node.ts';
import { fault } from '../faults.ts';
import type { SessionContext } from './context.ts';

/** Fault node_not_own. */
export function ownNodeAt(
  { world, nodes }: Pick<SessionContext, 'world' | 'nodes'>,
  address: string,
): OwnNode {
  const node = nodes.list.nodes.find((each) => each.address === address);
  if (!node?.trusted) throw fault('node_not_own', { address, call: 'a command of its owner' });
  return world.chain.own(node);
}
