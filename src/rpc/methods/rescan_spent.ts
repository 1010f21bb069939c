/** rescan_spent: asks the node which outputs are spent; works only with a trusted node. */
import { askSpent } from '../../wallet/ledger/spent-status.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'rescan_spent',
  access: 'change',
  params: {},
  result: {},
  handle: async (_params, { wallet, session }) => {
    const { chain } = session.world;
    if (!chain.node?.trusted) throw fault('untrusted_daemon');
    await askSpent(session.nodes.chosenNode(), wallet.ledger);
    return {};
  },
});
