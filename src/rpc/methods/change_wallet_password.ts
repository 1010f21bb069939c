/** change_wallet_password: wraps the file key with the new password; writes nothing else. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { withOwnPassword } from '../wire/own-password.ts';

export default defineMethod({
  name: 'change_wallet_password',
  access: 'change',
  console: {
    warning: 'replaces_password',
    needs: ['old_password', 'new_password'],
    secrets: ['old_password', 'new_password'],
  },
  params: { old_password: str, new_password: str },
  handle: ({ old_password, new_password }, { session }) =>
    withOwnPassword(session.changePassword(old_password, new_password)),
});
