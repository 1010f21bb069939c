/** close_wallet: closes the wallet; keys are removed from memory. */
import { defineMethod } from '../method.ts';
import { bool, def } from '../schema.ts';

export default defineMethod({
  name: 'close_wallet',
  access: 'app',
  console: { warning: 'closes_wallet', otherWallet: true },
  // All data is always saved. Without autosave, the copy for background sync is not updated.
  params: { autosave_current: def(bool, true) },
  handle: async ({ autosave_current: save }, { session, wallet }) => {
    await wallet.settled();
    await session.close('locked', { save });
  },
});
