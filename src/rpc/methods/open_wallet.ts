/** open_wallet: opens a wallet on this device; closes the open one. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, def, str } from '../schema.ts';

export default defineMethod({
  name: 'open_wallet',
  access: 'app',
  console: { warning: 'closes_wallet', needs: ['filename'], secrets: ['password'], otherWallet: true },
  // All data is always saved. Files in an outside folder are not touched.
  params: { filename: str, password: str, autosave_current: def(bool, true) },
  handle: async ({ filename, password, autosave_current: save }, { session }) => {
    if (session.files.checkName) session.files.checkName(filename);
    else if (filename === '') throw fault('no_name');
    await session.openFile(filename, password, { before: { save } });
  },
});
