/** tag_accounts: sets the tag of accounts. */
import { tagAccounts } from '../../wallet/book/tags.ts';
import { defineMethod } from '../method.ts';
import { listOf, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'tag_accounts',
  access: 'change',
  params: { tag: str, accounts: listOf(u32) },
  result: {},
  errors: { account_index: [-1, 'Account index out of bound'] },
  handle: async ({ tag, accounts }, { wallet }) => {
    await tagAccounts(wallet.ledger, accounts, tag);
    return {};
  },
});
