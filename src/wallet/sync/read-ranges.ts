/** Reads the blocks from the newest common one to the tip. Commits them in chain order, about ten times a second. */
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import type { ChainTip, NewerBlock, RawBlocks } from '../../ports/block-source.ts';
import { fault } from '../faults.ts';
import { replaceRange } from '../ledger/reduce-range.ts';
import { genesisId } from '../../protocol/block/genesis.ts';
import { hashAt, shortHistory } from '../state/chain.ts';
import type { WalletState } from '../state/state.ts';
import {
  applyAsOne,
  applyRanges,
  needsOwnCommit,
  scan,
  scanWithNewestTable,
  type Scanned,
} from './apply-range.ts';
import type { SyncContext } from './context.ts';
import { firstRange, otherStart } from './first-range.ts';
import type { ReportProgress } from './progress.ts';
import { createRangeGroups } from './range-groups.ts';
import { createRangePipeline } from './range-pipeline.ts';
import { createReadAhead } from './read-ahead.ts';
import { MOST_READ_AGAIN } from './read-again.ts';
import { createSharedReader, type SharedReader } from './shared-reader.ts';
import { behind, needsBlocks } from './tip.ts';
import type { Refreshed } from './types.ts';

/** Number of attempts in a row that may find another chain at the node without the wallet gaining blocks. */
const RETRIES = 3;

/** The blocks that a pass read. `newer`: the block at which it ended because this build does not know its version. */
export interface ReadBlocks extends Refreshed {
  readonly newer?: NewerBlock | undefined;
}

/**
 * Reads until the wallet has the node's newest block, or all blocks below `newer`. Faults: the node's,
 * node_not_synchronised when its chain is shorter than the wallet's, chain_mismatch, reorg_too_deep.
 */
export async function readToTip(
  context: SyncContext,
  first: ChainTip,
  report: ReportProgress | undefined,
  signal: AbortSignal,
): Promise<ReadBlocks> {
  const { state } = context.ledger;
  let tip = first;
  let [receivedMoney, blocksFetched] = [false, 0];
  let highest = state.height;
  let stalled = 0;
  while (needsBlocks(state, tip)) {
    const chainBefore = state.chain;
    try {
      const result = await readRanges(context, tip.height, report, signal);
      receivedMoney ||= result.receivedMoney;
      blocksFetched += result.blocksFetched;
      if (result.newer) return { blocksFetched, receivedMoney, newer: result.newer };
      tip = await context.tips.ask(signal);
      // The wallet took no block, and yet the node's tip is another one: that chain is shorter, or has no more work. In the
      // middle of a reorg it is so for a moment, so it is looked at twice.
      if (state.chain === chainBefore && needsBlocks(state, tip) && stalled > 0) throw behind(context, tip);
    } catch (error) {
      // The node's chain changed while we read: look for the newest common block again, but not without end.
      if (!isFault(error, 'chain_mismatch')) throw error;
    }
    stalled = state.height > highest ? 0 : stalled + 1;
    highest = Math.max(highest, state.height);
    if (stalled > RETRIES) throw fault('chain_mismatch', { height: state.height });
  }
  return { blocksFetched, receivedMoney };
}

const readRanges = async (
  context: SyncContext,
  target: number,
  report: ReportProgress | undefined,
  signal: AbortSignal,
): Promise<ReadBlocks> => {
  const { blocks, pool, ledger, clock } = context;
  const { state } = ledger;
  let [receivedMoney, blocksFetched] = [false, 0];
  // A wallet without block hashes takes the first range as it is: there is nothing that it could follow.
  let fresh = state.chain.hashes.length === 0;
  const shared = sharedReader(context, target, signal);
  const reader =
    shared ??
    createReadAhead({
      first: firstRange(context, target, signal),
      from: (height, maxBlocks, stopped, room) =>
        blocks.blocksFrom(height, { maxBlocks, signal: stopped, room }),
      clock,
      signal,
    });
  const pipeline = createRangePipeline(reader, (raw) => scan(context, raw), 2 * pool.size);
  const onNewerTable = (): void => {
    pipeline.replaceWaiting((scanned) => scanWithNewestTable(context, scanned));
  };
  const groups = createRangeGroups(pipeline, clock, (scanned) => needsOwnCommit(context, scanned));
  try {
    for (;;) {
      const group = await groups.next();
      if (group.length === 0) {
        const { newer } = reader;
        if (newer && !follows(state, newer)) throw fault('chain_mismatch', { height: newer.height });
        return { blocksFetched, receivedMoney, newer };
      }
      signal.throwIfAborted();
      const results = await applyRanges(context, group, { fresh, onNewerTable });
      fresh = false;
      receivedMoney ||= results.some((each) => each.receivedMoney);
      const added = results.reduce((sum, each) => sum + each.added, 0);
      blocksFetched += added;
      // Nothing is added when an earlier pass ended at rules that this build does not know, and they are still there.
      if (added > 0) report?.(state.height, target);
    }
  } catch (error) {
    if (!signal.aborted) shared?.failed();
    throw error;
  } finally {
    reader.stop();
  }
};

/** Undefined if this wallet reads alone: also one that looks whether newer rules are still there. */
const sharedReader = (
  context: SyncContext,
  target: number,
  signal: AbortSignal,
): SharedReader | undefined => {
  const { blocks, sharedBlocks, tips, rules } = context;
  const ranges = rules.newer ? undefined : sharedBlocks?.of(blocks.shared);
  if (!ranges) return undefined;
  const { lastTip } = tips;
  if (lastTip) ranges.compareTip(lastTip.tip, lastTip.at);
  return createSharedReader(context, ranges, target, signal);
};

/** True if the block follows one that the wallet has read. Nothing is known about it in a wallet without blocks. */
const follows = ({ chain }: WalletState, { height, prevHash }: NewerBlock): boolean => {
  if (chain.hashes.length === 0) return true;
  const before = hashAt(chain, height - 1);
  return before !== undefined && equalBytes(before, prevHash);
};

/**
 * Reads doubtful blocks again (read-again.ts), unless the node's chain is shorter than the wallet's. If a reorganisation
 * reaches below them, reads from the newest block that node and wallet share.
 */
export async function readBlocksAgain(
  context: SyncContext,
  { height }: ChainTip,
  signal: AbortSignal,
): Promise<void> {
  const { blocks, ledger, readAgain } = context;
  const from = readAgain.due();
  if (from === undefined || height < ledger.state.height) return;
  const options = { maxBlocks: 2 * MOST_READ_AGAIN, signal };
  const first = await blocks.blocksFrom(from, options);
  if (first.startHeight !== from) throw otherStart(context, first, from);
  try {
    await replaceFrom(context, first, options);
  } catch (error) {
    if (!isFault(error, 'chain_mismatch')) throw error;
    const { chain, account } = ledger.state;
    const history = shortHistory(chain, genesisId(account.network));
    await replaceFrom(context, await blocks.blocksAfter(history, options), options);
  }
}

/**
 * Commits these blocks and all that follow in place of those that were read before. A node may give them in several
 * answers. If its chain changes between two of them, nothing is committed, and the next pass reads anew.
 */
const replaceFrom = async (
  context: SyncContext,
  first: RawBlocks,
  options: { readonly maxBlocks: number; readonly signal: AbortSignal },
): Promise<void> => {
  const { blocks, ledger } = context;
  const all: Scanned[] = [];
  for (let raw = first; raw.count > 0;) {
    all.push(await scan(context, raw));
    const next = raw.startHeight + raw.count;
    if (next >= ledger.state.height) break;
    raw = await blocks.blocksFrom(next, options);
    if (raw.count > 0 && raw.startHeight !== next) throw otherStart(context, raw, next);
  }
  await applyAsOne(context, all, { fresh: false, reduce: replaceRange });
};
