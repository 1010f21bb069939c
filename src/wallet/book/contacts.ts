/** The address book: a list, numbered from 0 without gaps. Upstream: `add_address_book_row`, `set_address_book_row`. */
import { fault } from '../faults.ts';
import { change, put, remove, type Ledger, type WalletState } from '../state/state.ts';
import type { BookEntry } from '../state/types.ts';

export const contactsOf = (state: WalletState): BookEntry[] =>
  Array.from({ length: state.tables.book.size }, (_, index) => state.tables.book.get(String(index))!);

/** Fault book_index. */
export const contactAt = (state: WalletState, index: number): BookEntry => {
  const entry = state.tables.book.get(String(index));
  if (!entry) throw fault('book_index', { index });
  return entry;
};

/** Its number. */
export const addContact = async (ledger: Ledger, entry: BookEntry): Promise<number> => {
  let index = 0;
  await ledger.commit((state) => {
    index = state.tables.book.size;
    return change([put('book', String(index), entry)]);
  });
  return index;
};

/** Fault book_index. */
export const editContact = (ledger: Ledger, index: number, edit: Partial<BookEntry>): Promise<void> =>
  ledger.commit((state) => change([put('book', String(index), { ...contactAt(state, index), ...edit })]));

/** Those behind it move up. Fault book_index. */
export const deleteContact = (ledger: Ledger, index: number): Promise<void> =>
  ledger.commit((state) => {
    contactAt(state, index);
    const left = contactsOf(state).toSpliced(index, 1);
    return change(
      left.slice(index).map((entry, i) => put('book', String(index + i), entry)),
      [remove('book', String(left.length))],
    );
  });
