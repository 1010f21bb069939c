/** x_export_keys_file: the wallet as a `.keys` file for the reference's wallets, with the wallet's password. */
import { onDemand } from '../../base/on-demand.ts';
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, str } from '../schema.ts';
import { withOwnPassword } from '../wire/own-password.ts';

const referenceFiles = onDemand(() => import('../../wallet/account/reference-files.ts'));

export default defineMethod({
  name: 'x_export_keys_file',
  access: 'read',
  inBackground: false,
  console: { secrets: ['password'], secret: true },
  params: { password: str, watch_only: bool },
  result: { hex: str },
  handle: async ({ password, watch_only }, { wallet, session }) => {
    await withOwnPassword(wallet.file.checkPassword(password));
    const { toKeysFile, writeKeysFile } = await referenceFiles();
    const { random } = session.world;
    const { account, settings } = wallet.state;
    const file = toKeysFile(account, watch_only, { multisigEnabled: settings.multisigEnabled ?? false });
    return { hex: toHex(writeKeysFile({ random: (n) => random.bytes(n) }, file, password)) };
  },
});
