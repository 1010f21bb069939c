/** The address book: a list from 0 without gaps. Upstream: `add_address_book_row`, `set_address_book_row`. */
import { fault } from '../faults.ts';
import { change, put, remove, type Ledger, type WalletState } from '../state/state.ts';
import type { BookEntry } from '../state/records/settings.ts';

export function contactsOf(state: WalletState): BookEntry[] {
  return Array.from({ length: state.tables.book.size }, (_, index) => state.tables.book.get(String(index))!);
}

/** Fault book_index. */
export function contactAt(state: WalletState, index: number): BookEntry {
  const entry = state.tables.book.get(String(index));
  if (!entry) throw fault('book_index', { index });
  return entry;
}

/** Appends an entry; returns its index. */
export async function addContact(ledger: Ledger, entry: BookEntry): Promise<number> {
  let index = 0;
  await ledger.commit((state) => {
    index = state.tables.book.size;
    return change([put('book', String(index), entry)]);
  });
  return index;
}

/** Fault book_index. */
export function editContact(ledger: Ledger, index: number, edit: Partial<BookEntry>): Promise<void> {
  return ledger.commit((state) =>
    change([put('book', String(index), { ...contactAt(state, index), ...edit })]),
  );
}

/** Deletes an entry; the indices of later ones decrease by one. Fault book_index. */
export function deleteContact(ledger: Ledger, index: number): Promise<void> {
  return ledger.commit((state) => {
    contactAt(state, index);
    const left = contactsOf(state).toSpliced(index, 1);
    return change(
      left.slice(index).map((entry, i) => put('book', String(index + i), entry)),
      [remove('book', String(left.length))],
    );
  });
}
