/** x_node_stop: ends the program of the user's own node. Faults node_not_own, node_*. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_node_stop',
  access: 'app',
  console: { warning: 'stops_node', needs: ['address'] },
  params: { address: str },
  handle: async ({ address }, { session }) => (await session.ownNode(address)).stop(),
});
