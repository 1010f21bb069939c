/** stop_wallet: saves and closes the wallet; the tab stays open. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'stop_wallet',
  // No screen: the page uses close_wallet.
  access: 'app',
  console: { warning: 'closes_wallet', otherWallet: true },
  handle: async (_params, { session, wallet }) => {
    await wallet.settled();
    await session.close('stopped');
  },
});
