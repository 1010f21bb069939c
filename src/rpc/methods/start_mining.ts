/** start_mining: makes the node mine for this wallet; works only with a trusted node. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count } from '../schema.ts';

export default defineMethod({
  name: 'start_mining',
  // No screen: the page uses x_node_mine.
  access: 'app',
  console: { needs: ['threads_count'] },
  params: { threads_count: count, do_background_mining: bool, ignore_battery: bool },
  errors: { node: [-1, "Couldn't start mining due to unknown error."] },
  handle: async ({ threads_count, do_background_mining, ignore_battery }, { wallet, session }) => {
    const { chain } = session.world;
    if (!chain.node?.trusted) throw fault('untrusted_daemon');
    if (threads_count < 1) throw fault('bad_threads', { threads: threads_count });
    const address = wallet.addressText({ major: 0, minor: 0 });
    await chain.startMining(address, threads_count, do_background_mining, ignore_battery);
  },
});
