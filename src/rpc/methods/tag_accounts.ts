/** tag_accounts: sets the tag of accounts. */
import { defineMethod } from '../method.ts';
import { listOf, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'tag_accounts',
  access: 'change',
  console: { needs: ['tag', 'accounts'], example: { tag: 'shop', accounts: [0] } },
  params: { tag: str, accounts: listOf(u32) },
  result: {},
  errors: { account_index: [-1, 'Account index out of bound'] },
  handle: async ({ tag, accounts }, { wallet }) => {
    await wallet.accounts.setTag(accounts, tag);
    return {};
  },
});
