/** rescan_spent: asks the node which outputs are spent; works only with a trusted node. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'rescan_spent',
  // No screen: the blocks show which coins are spent, without a question to the node.
  access: 'change',
  console: { warning: 'asks_about_coins' },
  handle: async (_params, { wallet, session }) => {
    const { chain } = session.world;
    if (!chain.node?.trusted) throw fault('untrusted_daemon');
    await wallet.coins.askSpent();
  },
});
