/** stop_wallet: saves and closes; there is no process to end but this tab's, which stays. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'stop_wallet',
  params: {},
  result: {},
  handle: async (_params, { session, wallet }) => {
    await wallet.ledger.settled();
    await session.close('stopped');
    return {};
  },
});
