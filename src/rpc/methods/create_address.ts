/** create_address: adds one or more addresses to an account. */
import { defineMethod } from '../method.ts';
import { def, listOf, str, u32 } from '../schema.ts';
import { anyValue } from '../site-rules.ts';

export default defineMethod({
  name: 'create_address',
  access: 'change',
  site: { tier: 'identity', params: { account_index: anyValue, count: anyValue } },
  console: { example: { account_index: 0, label: 'Invoice 1041' } },
  params: { account_index: u32, count: def(u32, 1), label: str },
  result: { address: str, address_index: u32, addresses: listOf(str), address_indices: listOf(u32) },
  handle: async ({ account_index: major, count, label }, { wallet }) => {
    const minors = await wallet.accounts.addAddresses(major, label, count);
    const indices = minors.map((minor) => ({ major, minor }));
    const addresses = await wallet.listAddresses(indices);
    return {
      address: addresses[0]!,
      address_index: minors[0]!,
      addresses,
      address_indices: minors,
    };
  },
});
