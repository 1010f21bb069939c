/** x_export_keys_file: the wallet as a `.keys` file for the reference's wallets, with the wallet's password. */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, str } from '../schema.ts';

export default defineMethod({
  name: 'x_export_keys_file',
  access: 'read',
  inBackground: false,
  console: { secrets: ['password'], secret: true },
  params: { password: str, watch_only: bool },
  result: { hex: str },
  handle: async ({ password, watch_only }, { wallet, session }) => {
    try {
      await wallet.file.checkPassword(password);
    } catch (error) {
      throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
    }
    const { toKeysFile, writeKeysFile } = await import('../../wallet/account/reference-files.ts');
    const { random } = session.world;
    const { account, settings } = wallet.state;
    const file = toKeysFile(account, watch_only, { multisigEnabled: settings.multisigEnabled ?? false });
    return { hex: toHex(writeKeysFile({ random: (n) => random.bytes(n) }, file, password)) };
  },
});
