/** close_wallet: locks; keys leave the memory. */
import { defineMethod } from '../method.ts';
import { bool, def } from '../schema.ts';

export default defineMethod({
  name: 'close_wallet',
  // Everything is saved at all times: without autosave only the copy for background reading is left as it is.
  params: { autosave_current: def(bool, true) },
  result: {},
  handle: async ({ autosave_current: save }, { session, wallet }) => {
    await wallet.ledger.settled();
    await session.close('locked', { save });
    return {};
  },
});
