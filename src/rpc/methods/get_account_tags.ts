/** get_account_tags: all tags with their descriptions and accounts. */
import { defineMethod } from '../method.ts';
import { listOf, obj, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'get_account_tags',
  access: 'read',
  inBackground: false,
  restricted: true,
  result: { account_tags: listOf(obj({ tag: str, label: str, accounts: listOf(u32) })) },
  handle: (_params, { wallet }) => ({
    account_tags: wallet.accounts.tags().map(({ name, description, accounts }) => ({
      tag: name,
      label: description,
      accounts,
    })),
  }),
});
