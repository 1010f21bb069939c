/** tag_accounts: sets the tag of accounts. */
import { defineMethod } from '../method.ts';
import { listOf, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'tag_accounts',
  access: 'change',
  console: { needs: ['tag', 'accounts'], example: { tag: 'shop', accounts: [0] } },
  params: { tag: str, accounts: listOf(u32) },
  errors: { account_index: [-1, 'Account index out of bound'] },
  handle: ({ tag, accounts }, { wallet }) => wallet.accounts.setTag(accounts, tag),
});
