/** rescan_spent: takes the node's word on what is spent; only a node of one's own is asked. */
import { askSpent } from '../../wallet/ledger/spent-status.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'rescan_spent',
  params: {},
  result: {},
  handle: async (_params, { wallet, session }) => {
    const { chain } = session.world;
    if (!chain.node?.trusted) throw fault('untrusted_daemon');
    await askSpent(chain, wallet.ledger);
    session.touchChanged();
    return {};
  },
});
