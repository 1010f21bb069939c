/** get_address_index: account and address index of one of our addresses. */
import { parseAddressFor } from '../../protocol/address/address.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { subaddressIndex } from '../wire/shapes.ts';
import { maxLength } from '../site-rules.ts';

export default defineMethod({
  name: 'get_address_index',
  // No screen: the page gets the same with more from x_addresses.
  access: 'read',
  restricted: true,
  site: { tier: 'identity', params: { address: maxLength(128) } },
  console: { needs: ['address'], example: { address: '<address>' } },
  params: { address: str },
  result: { index: subaddressIndex },
  handle: async ({ address }, { wallet }) => {
    const index = await wallet.indexOf(parseAddressFor(wallet.state.account.network, address));
    if (!index) throw fault('not_own_address');
    return { index };
  },
});
