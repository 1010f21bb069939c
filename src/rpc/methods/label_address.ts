/** label_address: sets the label of an address. */
import { labelAddress } from '../../wallet/account/accounts.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { subaddressIndex } from '../wire/shapes.ts';

export default defineMethod({
  name: 'label_address',
  access: 'change',
  params: { index: subaddressIndex, label: str },
  result: {},
  handle: async ({ index, label }, { wallet }) => {
    await labelAddress(wallet.ledger, index, label);
    return {};
  },
});
