/** x_check_password: whether a password is that of the open wallet. The page calls it before it shows a secret. */
import { isFault } from '../../base/fault.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_check_password',
  access: 'read',
  console: { secrets: ['password'] },
  params: { password: str },
  result: {},
  handle: async ({ password }, { wallet }) => {
    try {
      await wallet.file.checkPassword(password);
    } catch (error) {
      throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
    }
    return {};
  },
});
