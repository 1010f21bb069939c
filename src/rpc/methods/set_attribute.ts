/** set_attribute: stores a text under a key, for programs that use the wallet. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'set_attribute',
  access: 'change',
  console: { needs: ['key', 'value'], example: { key: 'shop.last-order', value: '1041' } },
  params: { key: str, value: str },
  handle: ({ key, value }, { wallet }) => wallet.book.setAttribute(key, value),
});
