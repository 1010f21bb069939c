/** stop_mining: makes the node stop mining. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'stop_mining',
  // No screen: the page uses x_node_mine.
  access: 'app',
  errors: { node: [-1, "Couldn't stop mining due to unknown error."] },
  handle: (_params, { session, wallet: _open }) => session.world.chain.stopMining(),
});
