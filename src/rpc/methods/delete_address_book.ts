/** delete_address_book: deletes an entry; later ones move up by one. */
import { deleteContact } from '../../wallet/book/contacts.ts';
import { defineMethod } from '../method.ts';
import { count } from '../schema.ts';

export default defineMethod({
  name: 'delete_address_book',
  access: 'change',
  params: { index: count },
  result: {},
  handle: async ({ index }, { wallet }) => {
    await deleteContact(wallet.ledger, index);
    return {};
  },
});
