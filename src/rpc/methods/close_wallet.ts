/** close_wallet: locks; keys leave the memory. */
import { defineMethod } from '../method.ts';
import { bool, def } from '../schema.ts';

export default defineMethod({
  name: 'close_wallet',
  // In the browser everything is saved at all times; the files of a folder outside are left as they are.
  params: { autosave_current: def(bool, true) },
  result: {},
  handle: async ({ autosave_current: save }, { session, wallet }) => {
    await wallet.ledger.settled();
    await session.close('locked', { save });
    return {};
  },
});
