/** Forgetting what was read from the chain. Upstream: `wallet2::rescan_blockchain`, `clear_soft` (src/wallet/wallet2.cpp). */
import { remove, type WalletState } from '../state/state.ts';
import type { Change, TableName } from '../state/types.ts';

/**
 * The change that forgets what was read from the chain. A hard rescan also forgets destinations and keys of sent
 * transactions, which the chain does not have; notes stay, as upstream. A payment that is in no block is kept in any
 * case: without its record the same payment could be made twice.
 */
export function forgetChain(state: WalletState, hard: boolean): Change {
  // From the last to the first: an output may only be removed when none follows it.
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
  return {
    puts: [],
    deletes: [
      ...outputs,
      ...mined,
      ...settled('outgoing'),
      ...settled('txKeys'),
      ...[...state.tables.outputCounts.keys()].map((key) => remove('outputCounts', key)),
      remove('highest', ''),
      // All blocks are read again anyway.
      remove('spendSearch', ''),
    ],
    chain: { base: 0 },
  };
}
