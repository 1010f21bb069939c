/** Contacts, notes of transactions, and values that programs keep in the wallet. */
import type { TxId } from '../../base/brands.ts';
import { addContact, contactAt, contactsOf, deleteContact, editContact } from '../book/contacts.ts';
import { attributeOf, noteOf, setAttribute, setNotes } from '../book/notes.ts';
import { keepSendDraft, sendDraftOf } from '../book/send-draft.ts';
import type { BookEntry } from '../state/records/settings.ts';
import type { Core } from './core.ts';

export function createBook({ ledger, state }: Pick<Core, 'ledger' | 'state'>) {
  return {
    contacts: () => contactsOf(state),
    /** Fault book_index. */
    contactAt: (index: number) => contactAt(state, index),
    addContact: (entry: BookEntry) => addContact(ledger, entry),
    /** Fault book_index. */
    editContact: (index: number, edit: Partial<BookEntry>) => editContact(ledger, index, edit),
    /** Later contacts move up by one. Fault book_index. */
    deleteContact: (index: number) => deleteContact(ledger, index),

    /** Empty when there is none. */
    noteOf: (txid: TxId) => noteOf(state, txid),
    setNotes: (notes: readonly { readonly txid: TxId; readonly note: string }[]) => setNotes(ledger, notes),

    /** Fault unknown_attribute. */
    attributeOf: (key: string) => attributeOf(state, key),
    setAttribute: (key: string, value: string) => setAttribute(ledger, key, value),

    /** Empty when there is none. */
    sendDraft: () => sendDraftOf(state),
    keepSendDraft: (text: string) => keepSendDraft(ledger, text),
  };
}
