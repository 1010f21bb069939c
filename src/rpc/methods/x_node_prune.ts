/**
 * x_node_prune: the user's own node deletes most proofs of old transactions from its database, or with `check` only
 * says whether it has. Both read the whole database and answer late. Faults node_not_own, node_*.
 */
import { defineMethod } from '../method.ts';
import { bool, str } from '../schema.ts';

export default defineMethod({
  name: 'x_node_prune',
  access: 'app',
  console: { warning: 'prunes_node', needs: ['address'] },
  params: { address: str, check: bool },
  result: { pruned: bool },
  handle: async ({ address, check }, { session }) => {
    const node = await session.ownNode(address);
    if (!check) await node.prune();
    return { pruned: check ? await node.isPruned() : true };
  },
});
