/** Scans single transactions that the user names. Upstream: `wallet2::scan_tx` (src/wallet/wallet2.cpp). */
import type { TxId } from '../../base/brands.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { blocksLeftOut } from '../ledger/gaps.ts';
import { reduceLookups, type FoundTx } from '../ledger/scan-tx.ts';
import { askSpent } from '../ledger/spent-status.ts';
import { chainHeight, type Chain } from '../state/chain.ts';
import { isSameBlock } from '../state/same-block.ts';
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
 * their blocks changed meanwhile. Then asks the node whether the outputs that were found are spent, which shows it their key
 * images; upstream does not ask, and shows spent money as unspent. A search in blocks would read all since the oldest output.
 * Faults: unknown_tx when the node does not know one of them; blocks_left_out; the node's.
 */
export async function scanTransactions(
  { chain, pool, sync, ledger, now }: ScanDeps,
  txids: readonly TxId[],
): Promise<void> {
  // Blocks above a gap are applied again without what was found here.
  const left = blocksLeftOut(ledger.state);
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
    if (!(await store(ledger, found, { read, now }))) continue;
    // A block that was scanned before, or is below the birthday, may have spent an output that was found now, or by an earlier
    // call that failed after it had stored it.
    const named = new Set(txids.map(toHex));
    return askSpent(chain, ledger, ({ txid, spent }) => !spent && named.has(toHex(txid)));
  }
}

/** False: another block has the height of one of them now, so the transaction may have another height and other indices. */
const store = async (
  ledger: Ledger,
  found: readonly FoundTx[],
  { read, now }: { readonly read: Chain; readonly now: () => number },
): Promise<boolean> => {
  const moved: FoundTx[] = [];
  await ledger.commit((state) => {
    for (const each of found) if (!isSameBlock(read, state.chain, each.lookup.height ?? 0)) moved.push(each);
    return moved.length > 0 ? undefined : reduceLookups(state, found, now());
  });
  return moved.length === 0;
};
