/** add_address_book: adds an entry. */
import { defineMethod } from '../method.ts';
import { count, str } from '../schema.ts';
import { contactAddress } from '../wire/contact.ts';
import { resolveAddress } from '../wire/openalias.ts';
import { addressErrors } from '../wire/sending.ts';

export default defineMethod({
  name: 'add_address_book',
  access: 'change',
  console: { needs: ['address'], example: { address: '<address>', description: 'Monero donations' } },
  params: { address: str, payment_id: str, description: str },
  result: { index: count },
  errors: { ...addressErrors, bad_hex: [-5, 'Invalid payment ID'] },
  handle: async ({ address, payment_id, description }, { wallet, session }) => {
    const entry = {
      address: contactAddress(wallet, await resolveAddress(session, address), payment_id),
      description,
    };
    const index = await wallet.book.addContact(entry);
    return { index };
  },
});
