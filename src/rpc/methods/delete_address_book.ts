/** delete_address_book: deletes an entry; later ones move up by one. */
import { defineMethod } from '../method.ts';
import { count } from '../schema.ts';

export default defineMethod({
  name: 'delete_address_book',
  access: 'change',
  params: { index: count },
  handle: ({ index }, { wallet }) => wallet.book.deleteContact(index),
});
