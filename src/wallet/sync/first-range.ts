/** The first request for blocks of a pass. */
import type { RawBlocks } from '../../ports/block-source.ts';
import { genesisId } from '../../protocol/block/genesis.ts';
import { startBlur } from '../account/birth.ts';
import { fault } from '../faults.ts';
import { shortHistory } from '../state/chain.ts';
import { MAX_REORG, type SyncContext } from './context.ts';
import { FIRST_BLOCKS } from './read-ahead.ts';

type Blocks = Pick<SyncContext, 'blocks'>;

/**
 * Blocks from the last one that node and wallet share, or from below the birthday of a wallet without blocks. `height`
 * is that of the node's tip. Faults: the node's; node_bad_answer when they begin elsewhere.
 */
export async function firstRange(
  { blocks, ledger: { state } }: Pick<SyncContext, 'blocks' | 'ledger'>,
  height: number,
  signal: AbortSignal,
): Promise<RawBlocks> {
  const genesis = genesisId(state.account.network);
  if (state.chain.hashes.length > 0)
    return blocks.blocksAfter(shortHistory(state.chain, genesis), { maxBlocks: FIRST_BLOCKS, signal });
  // A fresh chain starts below the birthday, so that a small reorg there is seen and the node does not learn it.
  const below = MAX_REORG + startBlur(state.account.viewSecret);
  const from = Math.max(0, Math.min(state.account.restoreHeight, height - 1) - below);
  const first = await (from === 0
    ? blocks.blocksAfter([genesis], { maxBlocks: FIRST_BLOCKS, signal })
    : blocks.blocksFrom(from, { maxBlocks: FIRST_BLOCKS, signal }));
  // An empty chain takes any block for its first: an answer to another question would hide all that lies below it.
  if (first.count > 0 && first.startHeight !== from) throw otherStart({ blocks }, first, from);
  return first;
}

/** The fault of an answer that begins at another height than `from`. */
export function otherStart({ blocks }: Blocks, { startHeight }: RawBlocks, from: number): Error {
  const address = blocks.node?.address ?? '';
  return fault('node_bad_answer', { address, what: `blocks from ${startHeight} instead of ${from}` });
}
