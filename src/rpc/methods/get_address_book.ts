/** get_address_book: all entries, or those with the requested indices. */
import { defineMethod } from '../method.ts';
import { count, listOf, obj, str } from '../schema.ts';

export default defineMethod({
  name: 'get_address_book',
  access: 'read',
  inBackground: false,
  restricted: true,
  params: { entries: listOf(count) },
  result: {
    entries: listOf(obj({ index: count, address: str, description: str })),
  },
  handle: ({ entries }, { wallet }) => {
    const wanted = entries.length > 0 ? entries : [...wallet.book.contacts().keys()];
    return {
      entries: wanted.map((index) => {
        const { address, description } = wallet.book.contactAt(index);
        return { index, address, description };
      }),
    };
  },
});
