/** The address book. */
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import type { FakeWallet } from '../wallet.ts';

export const CONTACTS = {
  get_address_book: (_params, { contacts }) => ({
    entries: contacts.map((contact, index) => ({ index, ...contact })),
  }),
  add_address_book: ({ address = '', description = '' }, { contacts }) => ({
    index: contacts.push({ address, description }) - 1,
  }),
  edit_address_book: ({ index, set_address, address = '', set_description, description = '' }, fake) => {
    Object.assign(at(fake, index), {
      ...(set_address && { address }),
      ...(set_description && { description }),
    });
    return {};
  },
  delete_address_book: ({ index = 0 }, fake) => {
    at(fake, index);
    fake.contacts.splice(index, 1);
    return {};
  },
} satisfies Partial<Answers>;

const at = ({ contacts }: FakeWallet, index = 0): FakeWallet['contacts'][number] => {
  const found = contacts[index];
  if (found === undefined) throw new Refused(-1, 'book_index', { index });
  return found;
};
