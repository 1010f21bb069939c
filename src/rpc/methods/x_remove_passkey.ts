/** x_remove_passkey: only the password opens the wallet from now on. Needs the password. */
import { isFault } from '../../base/fault.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_remove_passkey',
  access: 'app',
  pageOnly: true,
  params: { password: str },
  result: {},
  handle: async ({ password }, { wallet }) => {
    try {
      await wallet.file.removePasskey(password);
    } catch (error) {
      throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
    }
    return {};
  },
});
