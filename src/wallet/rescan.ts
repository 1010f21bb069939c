/**
 * Looking again: at the whole chain, at single transactions, at what is spent.
 * Upstream: `wallet2::rescan_blockchain`, `scan_tx`, `rescan_spent` (src/wallet/wallet2.cpp).
 */
import type { BlockSource } from '../ports/block-source.ts';
import type { ScanPool } from '../ports/scan-pool.ts';
import type { TxRelay } from '../ports/tx-relay.ts';
import { toHex } from '../base/hex.ts';
import { fault } from './faults.ts';
import { reduceLookups, type FoundTx } from './ledger/scan-tx.ts';
import { askSpent } from './ledger/spent-status.ts';
import { remove, type WalletState } from './state/state.ts';
import type { Change, TableName } from './state/types.ts';
import type { Wallet } from './wallet.ts';

export interface ScanDeps {
  readonly chain: BlockSource & TxRelay;
  readonly pool: ScanPool;
}

/**
 * Forgets what the chain told. A hard rescan also forgets destinations and keys of sent transactions, which the chain
 * cannot tell again; notes stay, as with the reference. What is in no block is kept in any case, or it could be paid twice.
 */
export function forgetChain(state: WalletState, hard: boolean): Change {
  // From the top down: an output may only go when none sits above it.
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

/**
 * Faults: unknown_tx when the node has not heard of one; the node's. It sees which are asked for. For one in a block
 * that was not read yet, the blocks are read: unlike upstream, which skips them and may miss money.
 */
export async function scanTransactions(
  { chain, pool }: ScanDeps,
  wallet: Wallet,
  txids: readonly Uint8Array[],
): Promise<void> {
  await wallet.sync.prepared();
  const answers = await chain.transactions(txids, { prune: true });
  const missing = txids.find((txid) => !answers.some((answer) => toHex(answer.txid) === toHex(txid)));
  if (missing) throw fault('unknown_tx', { txid: toHex(missing) });
  if (answers.some(({ inPool, height = 0 }) => !inPool && height >= wallet.state.height))
    await wallet.sync.refresh();
  const found: FoundTx[] = [];
  for (const lookup of answers) {
    const scanned = await pool.scanTx(lookup.blob);
    if (scanned) found.push({ lookup, scanned });
  }
  const known = new Set(wallet.state.outputs.map(({ key }) => toHex(key)));
  await wallet.ledger.commit((state) => reduceLookups(state, found, wallet.now()));
  // Blocks that were read before may have spent what was only found now.
  await askSpent(chain, wallet.ledger, ({ key }) => !known.has(toHex(key)));
}
