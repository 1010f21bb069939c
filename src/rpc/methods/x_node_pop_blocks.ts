/**
 * x_node_pop_blocks: the user's own node takes its newest blocks off the chain, and downloads them again from other
 * nodes. `height`: the number of blocks afterwards. Faults node_not_own, node_*.
 */
import { defineMethod } from '../method.ts';
import { count, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'x_node_pop_blocks',
  access: 'app',
  console: { warning: 'pops_blocks', needs: ['address'] },
  params: { address: str, blocks: u32 },
  result: { height: count },
  handle: async ({ address, blocks }, { session }) => ({
    height: await (await session.ownNode(address)).popBlocks(blocks),
  }),
});
