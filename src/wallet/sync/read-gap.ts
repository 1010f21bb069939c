/**
 * Reads the blocks of a gap (ledger/gaps.ts) in slices of some seconds, so that a pass over the newest blocks comes
 * between them. Each commit holds a range and the position; reading continues there after a crash.
 */
import type { RawBlocks } from '../../ports/block-source.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';
import { fault } from '../faults.ts';
import { gapsOf, readInOrder, reduceGap } from '../ledger/gaps.ts';
import { countsAfter, scan, scanWithNewestTable, type Scanned } from './apply-range.ts';
import { MAX_REORG } from '../state/chain.ts';
import type { SyncContext } from './context.ts';
import { otherStart } from './first-range.ts';
import { joinRanges } from './join-ranges.ts';
import { readableGap } from './newest-first.ts';
import { createRangeGroups } from './range-groups.ts';
import { createRangePipeline } from './range-pipeline.ts';
import { createReadAhead, FIRST_BLOCKS } from './read-ahead.ts';

/** Milliseconds that a slice should take. */
const SLICE_MS = 15_000;
const SMALLEST_SLICE = 200;
const LARGEST_SLICE = 10_000;

/** Reads a slice of the lowest gap that may be read now. Faults: the node's; node_bad_answer when it sends no blocks. */
export async function readGapSlice(context: SyncContext, signal: AbortSignal): Promise<void> {
  const { ledger, newestFirst, clock } = context;
  const gap = readableGap(ledger.state, newestFirst);
  if (!gap) return;
  const size = Math.max(SMALLEST_SLICE, context.gapSlice);
  const startedAt = clock.now();
  await readTo(context, gap.from, Math.min(gap.to, gap.from + size), signal);
  // Without a fault, the next pass would follow at once, and ask the same node.
  if (gapsOf(ledger.state).some(({ from }) => from === gap.from)) throw noBlocks(context, gap.from);
  const took = Math.max(1, clock.now() - startedAt);
  context.gapSlice = Math.min(Math.ceil((size * SLICE_MS) / took), 4 * size, LARGEST_SLICE);
}

const readTo = async (
  context: SyncContext,
  from: number,
  end: number,
  signal: AbortSignal,
): Promise<void> => {
  const { blocks, pool, clock, reports } = context;
  const read = async (
    height: number,
    maxBlocks: number,
    stopped: AbortSignal,
    room?: ArrayBuffer,
  ): Promise<RawBlocks> => {
    const raw = await blocks.blocksFrom(height, {
      maxBlocks: Math.min(maxBlocks, end - height),
      signal: stopped,
      ...(room && { room }),
    });
    if (raw.count > 0 && raw.startHeight !== height) throw otherStart(context, raw, height);
    // The reader takes the end of the slice for the end of the chain.
    return { ...raw, chainHeight: Math.min(raw.chainHeight, end) };
  };
  const reader = createReadAhead({ first: read(from, FIRST_BLOCKS, signal), from: read, clock, signal });
  const pipeline = createRangePipeline(reader, (raw) => scan(context, raw), 2 * pool.size);
  const groups = createRangeGroups(pipeline, clock, () => false);
  try {
    for (;;) {
      const group = await groups.next();
      if (group.length === 0) return;
      signal.throwIfAborted();
      for (const range of await rangesOf(context, group))
        if ((await applyToGap(context, range)) === 'stop') return;
      reports.report({});
    }
  } finally {
    reader.stop();
  }
};

/** The ranges of a group as one if they can be joined, scanned with the newest table. */
const rangesOf = async (
  context: SyncContext,
  group: readonly Scanned[],
): Promise<readonly ScannedRange[]> => {
  const ranges: ScannedRange[] = [];
  for (const scanned of group) ranges.push((await scanWithNewestTable(context, scanned)).range);
  const joined = joinRanges(ranges);
  return joined ? [joined] : ranges;
};

/**
 * Commits a range. The blocks from the gap on are read in order instead if the range does not join them, or if it pays
 * an address near the end of the table: the blocks above were scanned with this table.
 */
const applyToGap = async (
  { ledger, table, poolReader, newestFirst }: SyncContext,
  range: ScannedRange,
): Promise<'applied' | 'stop'> => {
  const done = { outcome: 'applied' as 'applied' | 'stop', hasOutputs: false };
  await ledger.commit((state) => {
    if (!gapsOf(state).some(({ from }) => from === range.startHeight)) {
      done.outcome = 'stop';
      return undefined;
    }
    const { change, otherChain } = reduceGap(state, range, MAX_REORG);
    const counts = countsAfter(state, change.puts);
    if (otherChain || (counts && !table.covers(counts))) {
      done.outcome = 'stop';
      // If the answer stayed as it was, the next pass would leave out the same blocks again.
      newestFirst.answer = 'all';
      return readInOrder(state);
    }
    done.hasOutputs = change.puts.some(({ table: name }) => name === 'outputs');
    return change;
  });
  // Transactions in the pool may spend the new outputs.
  if (done.hasOutputs) poolReader.rescan();
  return done.outcome;
};

const noBlocks = ({ blocks }: Pick<SyncContext, 'blocks'>, from: number): Error =>
  fault('node_bad_answer', { address: blocks.node?.address ?? '', what: `no blocks from ${from}` });
