/** x_node_overview: everything that the user's own node says about itself. Faults node_not_own, node_*. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { nodeOverview, overviewToWire } from '../wire/node-overview.ts';

export default defineMethod({
  name: 'x_node_overview',
  access: 'read',
  console: { needs: ['address'] },
  params: { address: str },
  result: nodeOverview,
  handle: async ({ address }, { session }) =>
    overviewToWire(await (await session.ownNode(address)).overview()),
});
