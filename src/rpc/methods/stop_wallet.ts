/** stop_wallet: saves and closes the wallet; the tab stays open. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'stop_wallet',
  access: 'app',
  params: {},
  result: {},
  handle: async (_params, { session, wallet }) => {
    await wallet.settled();
    await session.close('stopped');
    return {};
  },
});
