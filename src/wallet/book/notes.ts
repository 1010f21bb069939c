/** Notes on transactions and attributes of the wallet: texts of the user, never on any chain. */
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { change, put, type Ledger, type WalletState } from '../state/state.ts';

export const setNotes = (
  ledger: Ledger,
  notes: readonly { readonly txid: Uint8Array; readonly note: string }[],
): Promise<void> => ledger.commit(change(notes.map(({ txid, note }) => put('notes', toHex(txid), note))));

/** Empty when there is none. */
export const noteOf = (state: WalletState, txid: Uint8Array): string =>
  state.tables.notes.get(toHex(txid)) ?? '';

export const setAttribute = (ledger: Ledger, key: string, value: string): Promise<void> =>
  ledger.commit(change([put('attributes', key, value)]));

/** Fault attribute_not_found. */
export const attributeOf = (state: WalletState, key: string): string => {
  const value = state.tables.attributes.get(key);
  if (value === undefined) throw fault('attribute_not_found', { key });
  return value;
};
