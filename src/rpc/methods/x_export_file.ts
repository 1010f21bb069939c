/** x_export_file: the open wallet as one encrypted file; needs its password. */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_export_file',
  access: 'read',
  console: { secrets: ['password'], secret: true },
  params: { password: str },
  result: { hex: str },
  handle: async ({ password }, { wallet, session }) => {
    try {
      await wallet.file.checkPassword(password);
    } catch (error) {
      throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
    }
    return { hex: toHex(await session.files.exportFile(wallet.name)) };
  },
});
