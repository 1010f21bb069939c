/** x_export_file: the open wallet as one encrypted file; needs its password. */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { withOwnPassword } from '../wire/own-password.ts';

export default defineMethod({
  name: 'x_export_file',
  access: 'read',
  console: { secrets: ['password'], secret: true },
  params: { password: str },
  result: { hex: str },
  handle: async ({ password }, { wallet, session }) => {
    await withOwnPassword(wallet.file.checkPassword(password));
    return { hex: toHex(await session.files.exportFile(wallet.name)) };
  },
});
