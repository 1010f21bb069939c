/**
 * x_add_passkey: lets a passkey open the wallet, too; replaces the one before. `salt`: what the authenticator was asked for,
 * `output`: what it answered. With `pin`, both are needed from now on. Needs the password.
 */
import { isFault } from '../../base/fault.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bytes, str } from '../schema.ts';

export default defineMethod({
  name: 'x_add_passkey',
  access: 'app',
  pageOnly: true,
  params: { password: str, credential: bytes(1, 1023), salt: bytes(32), output: bytes(32), pin: str },
  result: {},
  handle: async ({ password, credential, salt, output, pin }, context) => {
    try {
      await context.wallet.file.addPasskey(password, { credential, salt }, { output, pin });
    } catch (error) {
      throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
    } finally {
      output.fill(0);
    }
    return {};
  },
});
