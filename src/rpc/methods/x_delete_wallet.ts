/** x_delete_wallet: removes a wallet from this device; needs its password. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_delete_wallet',
  access: 'app',
  console: { warning: 'removes_wallet', needs: ['name'], secrets: ['password'], otherWallet: true },
  params: { name: str, password: str },
  handle: ({ name, password }, { session }) => session.deleteWallet(name, password),
});
