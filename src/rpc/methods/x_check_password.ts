/** x_check_password: whether a password is that of the open wallet. The page calls it before it shows a secret. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { withOwnPassword } from '../wire/own-password.ts';

export default defineMethod({
  name: 'x_check_password',
  access: 'read',
  console: { secrets: ['password'] },
  params: { password: str },
  handle: ({ password }, { wallet }) => withOwnPassword(wallet.file.checkPassword(password)),
});
