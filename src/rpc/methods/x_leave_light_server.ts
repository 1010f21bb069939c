/**
 * x_leave_light_server: reads from nodes again, from where the wallet stood, and compares with what the server named. `forget`: what it
 * named is deleted, and nothing is compared. The server keeps the view key.
 */
import { defineMethod } from '../method.ts';
import { bool, def } from '../schema.ts';

export default defineMethod({
  name: 'x_leave_light_server',
  access: 'app',
  params: { forget: def(bool, false) },
  handle: async ({ forget }, { wallet }) => {
    const { forget: forgetAll, leave } = await wallet.lightServer();
    await (forget ? forgetAll() : leave());
  },
});
