/** edit_address_book: changes the fields of an entry whose flag is set; an empty payment id removes the one it has. */
import { defineMethod } from '../method.ts';
import { bool, count, str } from '../schema.ts';
import { contactAddress, contactWithId } from '../wire/contact.ts';
import { resolveAddress } from '../wire/openalias.ts';
import { addressErrors } from '../wire/sending.ts';

export default defineMethod({
  name: 'edit_address_book',
  access: 'change',
  console: { needs: ['address'] },
  params: {
    index: count,
    set_address: bool,
    address: str,
    set_description: bool,
    description: str,
    set_payment_id: bool,
    payment_id: str,
  },
  errors: { ...addressErrors, bad_hex: [-5, 'Invalid payment ID'] },
  handle: async (params, { wallet, session }) => {
    const { index, set_address, set_description, set_payment_id, description } = params;
    const current = wallet.book.contactAt(index);
    const typed = set_address ? await resolveAddress(session, params.address) : current.address;
    await wallet.book.editContact(index, {
      ...((set_address || set_payment_id) && {
        address: set_payment_id
          ? contactWithId(wallet, typed, params.payment_id)
          : contactAddress(wallet, typed, ''),
      }),
      ...(set_description && { description }),
    });
  },
});
