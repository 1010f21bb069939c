/** close_wallet: locks; keys leave the memory. */
import { defineMethod } from '../method.ts';
import { bool, def } from '../schema.ts';

export default defineMethod({
  name: 'close_wallet',
  // Everything is saved at all times: autosave_current changes nothing.
  params: { autosave_current: def(bool, true) },
  result: {},
  handle: async (_params, { session, wallet }) => {
    await wallet.ledger.settled();
    await session.close('locked');
    return {};
  },
});
