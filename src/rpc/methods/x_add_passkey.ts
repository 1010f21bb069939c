/**
 * x_add_passkey: lets a passkey open the wallet, too; replaces the one before. `salt`: what the authenticator was asked for,
 * `output`: what it answered. With `pin`, both are needed from now on. Needs the password.
 */
import { defineMethod } from '../method.ts';
import { bytes, str } from '../schema.ts';
import { withOwnPassword } from '../wire/own-password.ts';

export default defineMethod({
  name: 'x_add_passkey',
  access: 'app',
  // The copy and its passkey are gone when the spend key is back.
  inBackground: false,
  pageOnly: true,
  params: { password: str, credential: bytes(1, 1023), salt: bytes(32), output: bytes(32), pin: str },
  handle: async ({ password, credential, salt, output, pin }, context) => {
    try {
      const { file } = context.wallet;
      await withOwnPassword(file.addPasskey(password, { credential, salt }, { output, pin }));
    } finally {
      output.fill(0);
    }
  },
});
