/** x_remove_passkey: only the password opens the wallet from now on. Needs the password. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { withOwnPassword } from '../wire/own-password.ts';

export default defineMethod({
  name: 'x_remove_passkey',
  access: 'app',
  // The copy and its passkey are gone when the spend key is back.
  inBackground: false,
  pageOnly: true,
  params: { password: str },
  handle: ({ password }, { wallet }) => withOwnPassword(wallet.file.removePasskey(password)),
});
