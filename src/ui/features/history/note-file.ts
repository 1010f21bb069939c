/**
 * Notes of transactions from a history that another wallet has saved as CSV. Their columns: `txid` and `description` in
 * Feather (src/model/TransactionHistoryModel.cpp, older: src/libwalletqt/TransactionHistory.cpp) and in monero-gui
 * (src/libwalletqt/TransactionHistory.cpp); `transaction ID` and `note` in our own (export.ts).
 */
import { cleanText } from '../../../base/clean-text.ts';
import { columnsOf, readCsv } from '../../format/csv.ts';

export interface FiledNote {
  /** In hex. */
  readonly txid: string;
  readonly note: string;
}

/** Bytes of a file that are read, and characters of a note. */
export const MAX_HISTORY_BYTES = 32 << 20;
const MAX_NOTE = 1000;

// @wc-ignore
const IDS = ['txid', 'transfer id', 'transaction id', 'tx_hash', 'tx hash', 'hash'];
// @wc-ignore
const NOTES = ['note', 'description', 'memo', 'notes'];

/** One for each transaction with a note; the last one of a transaction counts. Undefined: no such table. */
export function readNotes(text: string): readonly FiledNote[] | undefined {
  const rows = readCsv(text);
  const columns = rows && columnsOf(rows, [IDS, NOTES]);
  if (!columns) return undefined;
  const notes = new Map<string, string>();
  for (const [id = '', note = ''] of columns) {
    const txid = id.trim().toLowerCase();
    const clean = cleanText(note).trim().slice(0, MAX_NOTE);
    if (/^[0-9a-f]{64}$/.test(txid) && clean !== '') notes.set(txid, clean);
  }
  return [...notes].map(([txid, note]) => ({ txid, note }));
}
