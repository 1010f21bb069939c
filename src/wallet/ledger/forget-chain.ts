/** Deletes what was scanned. Upstream: `wallet2::rescan_blockchain`, `clear_soft` (src/wallet/wallet2.cpp). */
import { toHex } from '../../base/hex.ts';
import { put, remove, type WalletState } from '../state/state.ts';
import type { Change, TableName } from '../state/tables.ts';

/**
 * The change that deletes all scanned data. A hard rescan also deletes payees and keys of sent transactions, which
 * the chain does not contain; notes stay, as upstream. Payments that are in no block are always kept: without the
 * record the user could pay twice. Outputs that the user froze are frozen again when they are found, other than upstream.
 */
export function forgetChain(state: WalletState, hard: boolean): Change {
  // From last to first: only the last output can be removed.
  const outputs = [...state.outputs.keys()]
    .reverse()
    .map((outputIndex) => remove('outputs', String(outputIndex)));
  const mined = [...state.tables.payments]
    .filter(([, { height }]) => height > 0)
    .map(([key]) => remove('payments', key));
  const waiting = new Set(
    [...state.tables.outgoing].filter(([, record]) => record.state !== 'confirmed').map(([key]) => key),
  );
  const settled = (table: TableName) =>
    hard
      ? [...state.tables[table].keys()].filter((key) => !waiting.has(key)).map((key) => remove(table, key))
      : [];
  const all = (table: TableName) => [...state.tables[table].keys()].map((key) => remove(table, key));
  return {
    puts: [
      // Spent outputs count, too: a reorganisation may take the spend back.
      ...state.outputs.filter(({ frozen }) => frozen).map(({ key }) => put('toFreeze', toHex(key), true)),
      // Change returns as an output, which is found again.
      ...(hard ? [] : state.history.outgoing).map((record) =>
        put('outgoing', toHex(record.txid), { ...record, returned: 0n }),
      ),
    ],
    deletes: [
      ...outputs,
      ...mined,
      ...settled('outgoing'),
      ...settled('txKeys'),
      ...all('outputCounts'),
      ...all('gaps'),
      ...all('keptBlocks'),
      ...all('relayed'),
      ...all('lightTransactions'),
      ...all('treeState'),
      ...all('tree'),
      remove('highest', ''),
      // Not needed any more, since all blocks are scanned again.
      remove('spendSearch', ''),
    ],
    chain: { base: 0 },
  };
}
