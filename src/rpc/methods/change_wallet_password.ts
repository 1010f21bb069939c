/** change_wallet_password: wraps the file key with the new password; writes nothing else. */
import { isFault } from '../../base/fault.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'change_wallet_password',
  access: 'change',
  console: {
    warning: 'replaces_password',
    needs: ['old_password', 'new_password'],
    secrets: ['old_password', 'new_password'],
  },
  params: { old_password: str, new_password: str },
  result: {},
  handle: async ({ old_password, new_password }, { session }) => {
    try {
      await session.changePassword(old_password, new_password);
    } catch (error) {
      throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
    }
    return {};
  },
});
