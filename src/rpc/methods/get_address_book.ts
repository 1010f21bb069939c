/** get_address_book: all entries, or those with the requested indices. */
import { defineMethod } from '../method.ts';
import { contactPaymentId } from '../wire/contact.ts';
import { count, listOf, obj, opt, str } from '../schema.ts';

export default defineMethod({
  name: 'get_address_book',
  access: 'read',
  inBackground: false,
  restricted: true,
  params: { entries: listOf(count) },
  result: {
    entries: listOf(obj({ index: count, address: str, description: str, payment_id: opt(str) })),
  },
  handle: ({ entries }, { wallet }) => {
    const wanted = entries.length > 0 ? entries : [...wallet.book.contacts().keys()];
    return {
      entries: wanted.map((index) => {
        const { address, description } = wallet.book.contactAt(index);
        const payment_id = contactPaymentId(wallet, address);
        return { index, address, description, ...(payment_id !== undefined && { payment_id }) };
      }),
    };
  },
});
