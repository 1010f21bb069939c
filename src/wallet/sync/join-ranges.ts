/** Joins scanned ranges that follow each other, so that one commit stores them all. */
import { concat } from '../../base/bytes.ts';
import type { BlockTable, ScannedRange } from '../../ports/scan-pool.ts';

/**
 * Returns one range with the blocks of all, in the same buffers. Its `offsets` are missing, so it cannot be scanned
 * again. Undefined when the ranges do not follow each other, or contradict each other in the number of outputs before
 * a block.
 */
export function joinRanges(ranges: readonly ScannedRange[]): ScannedRange | undefined {
  const tables = ranges.map(({ blocks }) => blocks);
  const counts = joinCounts(tables);
  const [first] = ranges;
  if (!first || !counts || !ranges.slice(1).every((range, i) => follows(ranges[i]!, range))) return undefined;
  const txsBefore = sumsOf(ranges.map(({ txs }) => txs.count));
  return {
    startHeight: first.startHeight,
    chainHeight: ranges.at(-1)!.chainHeight,
    parts: ranges.flatMap(({ parts }, i) =>
      parts.map(({ bytes, firstTx }) => ({ bytes, firstTx: firstTx + txsBefore[i]! })),
    ),
    blocks: { ...joinBlocks(tables, txsBefore), ...counts },
    txs: {
      count: ranges.reduce((sum, { txs }) => sum + txs.count, 0),
      ids: concat(...ranges.map(({ txs }) => txs.ids)),
      offsets: joinShifted(ranges.map(({ txs }) => txs.offsets)),
      lengths: joinShifted(ranges.map(({ txs }) => txs.lengths)),
    },
    found: ranges.flatMap(({ found }, i) => found.map((each) => ({ ...each, tx: each.tx + txsBefore[i]! }))),
    keyImages: concat(...ranges.map(({ keyImages }) => keyImages)),
    keyImageTx: joinShifted(
      ranges.map(({ keyImageTx }) => keyImageTx),
      txsBefore,
    ),
  };
}

const follows = (before: ScannedRange, after: ScannedRange): boolean =>
  after.startHeight === before.startHeight + before.blocks.count;

const joinBlocks = (
  tables: readonly BlockTable[],
  txsBefore: readonly number[],
): Omit<BlockTable, 'firstOutput' | 'outputsAfter'> => {
  const count = tables.reduce((sum, table) => sum + table.count, 0);
  const times = new Float64Array(count);
  const firstTx = new Uint32Array(count + 1);
  let at = 0;
  for (const [i, table] of tables.entries()) {
    times.set(table.times, at);
    // The last number of each table is the first of the next one.
    for (const [block, tx] of table.firstTx.entries()) firstTx[at + block] = tx + txsBefore[i]!;
    at += table.count;
  }
  return {
    count,
    ids: concat(...tables.map(({ ids }) => ids)),
    previousIds: concat(...tables.map(({ previousIds }) => previousIds)),
    times,
    firstTx,
    lastReward: tables.at(-1)!.lastReward,
  };
};

/** Undefined when a table begins with another number of outputs than the one before ended with. */
const joinCounts = (
  tables: readonly BlockTable[],
): Pick<BlockTable, 'firstOutput' | 'outputsAfter'> | undefined => {
  const outputsAfter: number[] = [];
  let firstOutput: number | undefined;
  let known = -1;
  for (const table of tables) {
    firstOutput ??= table.firstOutput;
    if (known >= 0 && (table.firstOutput ?? known) !== known) return undefined;
    for (const after of table.outputsAfter) {
      // A table knows no number before its first output.
      if (after >= 0) known = after;
      outputsAfter.push(known);
    }
  }
  return { firstOutput, outputsAfter: Float64Array.from(outputsAfter) };
};

/** The arrays one after the other; adds `shifts[i]` to each number of array i. */
const joinShifted = (arrays: readonly Uint32Array[], shifts?: readonly number[]): Uint32Array => {
  const joined = new Uint32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const [i, array] of arrays.entries()) {
    const shift = shifts?.[i] ?? 0;
    for (const each of array) joined[at++] = each + shift;
  }
  return joined;
};

/** Sum of the numbers before each. */
const sumsOf = (numbers: readonly number[]): readonly number[] => {
  let sum = 0;
  return numbers.map((each) => (sum += each) - each);
};
