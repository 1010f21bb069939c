/** untag_accounts: removes the tags of accounts. */
import { defineMethod } from '../method.ts';
import { listOf, u32 } from '../schema.ts';

export default defineMethod({
  name: 'untag_accounts',
  access: 'change',
  console: { needs: ['accounts'], example: { accounts: [0] } },
  params: { accounts: listOf(u32) },
  errors: { account_index: [-1, 'Account index out of bound'] },
  handle: ({ accounts }, { wallet }) => wallet.accounts.setTag(accounts, ''),
});
