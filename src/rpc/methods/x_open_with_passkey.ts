/**
 * x_open_with_passkey: like open_wallet, with what the authenticator answered (`output`) instead of the password, and the PIN
 * if the person chose one. `take_over`: also makes the tab in which the wallet is open release it.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, bytes, str } from '../schema.ts';

export default defineMethod({
  name: 'x_open_with_passkey',
  access: 'app',
  pageOnly: true,
  params: { filename: str, output: bytes(32), pin: str, take_over: bool },
  handle: async ({ filename, output, pin, take_over: takeOver }, { session }) => {
    try {
      if (filename === '') throw fault('no_name');
      await session.openFile(filename, { output, pin }, { takeOver });
    } finally {
      output.fill(0);
    }
  },
});
