/**
 * x_import_file: stores a file of x_export_file under a name on this device, and opens it. With a wrong password it
 * stores nothing.
 */
import { fromHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { checkName } from '../wire/new-wallet.ts';

export default defineMethod({
  name: 'x_import_file',
  access: 'app',
  console: {
    warning: 'closes_wallet',
    needs: ['filename', 'hex'],
    secrets: ['password'],
    secret: true,
    otherWallet: true,
  },
  params: { filename: str, password: str, hex: str },
  handle: async ({ filename, password, hex }, { session }) => {
    await checkName(session, filename);
    await session.files.importFile(fromHex(hex), filename, password);
    await session.openFile(filename, password);
  },
});
