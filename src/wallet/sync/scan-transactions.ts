/** Scans single transactions that the user names. Upstream: `wallet2::scan_tx` (src/wallet/wallet2.cpp). */
import type { TxId } from '../../base/brands.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { gapsOf } from '../ledger/gaps.ts';
import { reduceLookups, type FoundTx } from '../ledger/scan-tx.ts';
import { askSpent } from '../ledger/spent-status.ts';
import { chainHeight, hashAt, type Chain } from '../state/chain.ts';
import type { Ledger } from '../state/state.ts';
import type { Sync } from './types.ts';

interface ScanDeps {
  readonly chain: BlockSource & TxRelay;
  readonly pool: ScanPool;
  readonly sync: Pick<Sync, 'prepared' | 'refresh'>;
  readonly ledger: Ledger;
  /** Seconds. */
  readonly now: () => number;
}

/**
 * Requests the transactions, which shows the node that they interest us, and adds their outputs to the wallet. If one
 * is in a block that was not read yet, first reads the blocks up to it; upstream does not and may miss money. Asks again when
 * their blocks changed meanwhile. Faults: unknown_tx when the node does not know one of them; blocks_left_out; the node's.
 */
export async function scanTransactions(
  { chain, pool, sync, ledger, now }: ScanDeps,
  txids: readonly TxId[],
): Promise<void> {
  // Blocks above a gap are applied again without what was found here.
  const left = gapsOf(ledger.state).reduce((sum, { from, to }) => sum + to - from, 0);
  if (left > 0) throw fault('blocks_left_out', { blocks: left });
  await sync.prepared();
  for (let isFirst = true; ; isFirst = false) {
    const read = ledger.state.chain;
    const answers = await chain.transactions(txids, { prune: true });
    const missing = txids.find((txid) => !answers.some((answer) => toHex(answer.txid) === toHex(txid)));
    if (missing) throw fault('unknown_tx', { txid: toHex(missing) });
    if (isFirst && answers.some(({ inPool, height = 0 }) => !inPool && height >= chainHeight(read))) {
      await sync.refresh();
      continue;
    }
    const found: FoundTx[] = [];
    for (const lookup of answers) {
      const scanned = await pool.scanTx(lookup.blob);
      if (scanned) found.push({ lookup, scanned });
    }
    const known = new Set(ledger.state.outputs.map(({ key }) => toHex(key)));
    let moved = false;
    await ledger.commit((state) => {
      moved = found.some(({ lookup }) => !isSameBlock(read, state.chain, lookup.height ?? 0));
      return moved ? undefined : reduceLookups(state, found, now());
    });
    // Another block has this height now: the transaction may have another height and other indices.
    if (moved) continue;
    // A block that was scanned before may have spent an output that was found only now.
    return askSpent(chain, ledger, ({ key }) => !known.has(toHex(key)));
  }
}

const isSameBlock = (before: Chain, now: Chain, height: number): boolean => {
  const id = hashAt(before, height);
  const next = hashAt(now, height);
  return id && next ? equalBytes(id, next) : id === next;
};
