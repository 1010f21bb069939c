/**
 * x_node_mine: makes the user's own node mine with so many threads; 0 stops it. `mine_to` is the address that gets the
 * rewards; without it the open wallet's. Faults node_not_own, no_wallet, node_*.
 */
import { defineMethod } from '../method.ts';
import { opt, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'x_node_mine',
  access: 'app',
  console: { needs: ['address'] },
  params: { address: str, threads: u32, mine_to: opt(str) },
  handle: async ({ address, threads, mine_to }, context) => {
    const node = await context.session.ownNode(address);
    if (threads === 0) await node.stopMining();
    else await node.startMining(mine_to ?? context.wallet.addressText({ major: 0, minor: 0 }), threads);
  },
});
