/** label_address: sets the label of an address. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { subaddressIndex } from '../wire/shapes.ts';

export default defineMethod({
  name: 'label_address',
  access: 'change',
  console: { needs: ['index'], example: { index: { major: 0, minor: 1 }, label: 'Shop counter' } },
  params: { index: subaddressIndex, label: str },
  handle: ({ index, label }, { wallet }) => wallet.accounts.setLabel(index, label),
});
