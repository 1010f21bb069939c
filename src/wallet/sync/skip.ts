/**
 * Skips blocks that the caller of `refresh` does not want to read. The wallet learns their ids only, from the node's
 * headers, and only as many as a reorg can replace: the next blocks must follow them.
 * Upstream: `wallet2::fast_refresh` (src/wallet/wallet2.cpp), which asks for the ids of all blocks.
 */
import { concat, equalBytes } from '../../base/bytes.ts';
import type { ChainTip } from '../../ports/block-source.ts';
import { MAX_REORG, hashAt } from '../state/chain.ts';
import type { SyncContext } from './context.ts';

/** The reference skips nothing when fewer blocks than these are new. */
const FEW_BLOCKS = 3;

/**
 * Makes `startHeight`, or the height of the node's chain if that is less, the next block to read, if it is above the
 * wallet's height and its birthday. Skips nothing when the node has another block at the wallet's top: the pass then reads
 * the reorg as usual. Faults: the node's.
 */
export async function skipTo(
  { blocks, ledger }: Pick<SyncContext, 'blocks' | 'ledger'>,
  startHeight: number,
  tip: ChainTip,
  signal: AbortSignal,
): Promise<void> {
  const { chain, height: next, account } = ledger.state;
  const height = Math.min(startHeight, tip.height);
  if (height <= Math.max(next, account.restoreHeight) || tip.height - next < FEW_BLOCKS) return;
  const top = hashAt(chain, next - 1);
  if (top) {
    const [theirs] = await blocks.headers(next - 1, next - 1, signal);
    if (!equalBytes(theirs!.hash, top)) return;
  }
  const first = Math.max(next, height - MAX_REORG);
  const headers = await blocks.headers(first, height - 1, signal);
  await ledger.commit((now) => {
    // Another commit removed the chain meanwhile: the wallet is scanned again from its birthday.
    if (now.chain !== chain) return undefined;
    const append = concat(...headers.map(({ hash }) => hash));
    return { puts: [], deletes: [], chain: { ...(first > next && { base: first }), append } };
  });
}
