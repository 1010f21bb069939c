/** x_node_save: the user's own node writes its chain to the disk. Faults node_not_own, node_*. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_node_save',
  access: 'app',
  console: { needs: ['address'] },
  params: { address: str },
  handle: async ({ address }, { session }) => (await session.ownNode(address)).save(),
});
