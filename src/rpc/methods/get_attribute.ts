/** get_attribute: the text stored under a key. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'get_attribute',
  access: 'read',
  console: { needs: ['key'], example: { key: 'shop.last-order' } },
  params: { key: str },
  result: { value: str },
  handle: ({ key }, { wallet }) => ({ value: wallet.book.attributeOf(key) }),
});
