/** Notes on transactions, and attributes of the wallet: texts of the user, stored in the wallet file only. */
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { change, put, type Ledger, type WalletState } from '../state/state.ts';

export function setNotes(
  ledger: Ledger,
  notes: readonly { readonly txid: TxId; readonly note: string }[],
): Promise<void> {
  return ledger.commit(change(notes.map(({ txid, note }) => put('notes', toHex(txid), note))));
}

/** Empty when there is none. */
export function noteOf(state: WalletState, txid: TxId): string {
  return state.tables.notes.get(toHex(txid)) ?? '';
}

export function setAttribute(ledger: Ledger, key: string, value: string): Promise<void> {
  return ledger.commit(change([put('attributes', key, value)]));
}

/** Fault attribute_not_found. */
export function attributeOf(state: WalletState, key: string): string {
  const value = state.tables.attributes.get(key);
  if (value === undefined) throw fault('attribute_not_found', { key });
  return value;
}
