/** x_take_over: like open_wallet; also makes the tab in which the wallet is open release it. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_take_over',
  access: 'app',
  console: { warning: 'closes_wallet', needs: ['filename'], secrets: ['password'], otherWallet: true },
  params: { filename: str, password: str },
  handle: async ({ filename, password }, { session }) => {
    if (filename === '') throw fault('no_name');
    await session.openFile(filename, password, { takeOver: true });
  },
});
