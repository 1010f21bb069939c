/** The first request for blocks of a pass. */
import type { RawBlocks } from '../../ports/block-source.ts';
import { genesisId } from '../../protocol/block/genesis.ts';
import { startOffset } from '../account/birth.ts';
import { fault } from '../faults.ts';
import { MAX_REORG, shortHistory } from '../state/chain.ts';
import type { WalletState } from '../state/state.ts';
import type { SyncContext } from './context.ts';
import { FIRST_BLOCKS } from './read-ahead.ts';

/** The newest common block and the one after it. */
const FEW_BLOCKS = 2;

type Blocks = Pick<SyncContext, 'blocks'>;

/**
 * Reads the first blocks of a pass: those after the newest block that node and wallet share, or, for a wallet without
 * blocks, those from below its birthday. `height`: the node's tip. Faults: the node's; node_bad_answer when the
 * node's blocks begin at another height.
 */
export async function firstRange(
  { blocks, rules, ledger: { state } }: Pick<SyncContext, 'blocks' | 'ledger' | 'rules'>,
  height: number,
  signal: AbortSignal,
): Promise<RawBlocks> {
  const genesis = genesisId(state.account.network);
  // The last pass ended at newer rules: look whether they are still there, without loading what cannot be read.
  const options = { maxBlocks: rules.newer ? FEW_BLOCKS : FIRST_BLOCKS, signal };
  if (state.chain.hashes.length > 0) return blocks.blocksAfter(shortHistory(state.chain, genesis), options);
  const from = firstHeight(state, height);
  const first = await (from === 0
    ? blocks.blocksAfter([genesis], options)
    : blocks.blocksFrom(from, options));
  // A wallet without blocks accepts any first block. If the node's answer began higher, the wallet would miss all
  // money below it.
  if ((first.count > 0 || first.newer) && first.startHeight !== from)
    throw otherStart({ blocks }, first, from);
  return first;
}

/**
 * The first block of a wallet without blocks: below its birthday. Then it notices a small reorg there, and the node does
 * not learn the birthday. `height`: the node's tip.
 */
export function firstHeight({ account }: Pick<WalletState, 'account'>, height: number): number {
  const below = MAX_REORG + startOffset(account.viewSecret);
  return Math.max(0, Math.min(account.restoreHeight, height - 1) - below);
}

/** Fault node_bad_answer: the node's blocks begin at another height than `from`. */
export function otherStart({ blocks }: Blocks, { startHeight }: RawBlocks, from: number): Error {
  const address = blocks.node?.address ?? '';
  return fault('node_bad_answer', { address, what: `blocks from ${startHeight} instead of ${from}` });
}
