/** label_account: sets the label of an account, which is that of its first address. */
import { defineMethod } from '../method.ts';
import { str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'label_account',
  access: 'change',
  console: { example: { account_index: 0, label: 'Everyday' } },
  params: { account_index: u32, label: str },
  handle: async ({ account_index, label }, { wallet }) => {
    await wallet.accounts.setLabel({ major: account_index, minor: 0 }, label);
  },
});
