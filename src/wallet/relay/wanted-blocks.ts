/**
 * Chooses the blocks that are read whole besides the compact ones: those that may concern us, some at random, and the last, each
 * with its neighbours, so that the node that is asked cannot tell why.
 */
import { toHex } from '../../base/hex.ts';
import type { Random } from '../../ports/random.ts';
import { IMAGE_BYTES, positionsOf, type CompactColumns } from '../../protocol/compact/compact-blocks.ts';
import { below } from '../decoys/gamma.ts';

/** Blocks that are read together: heights from a multiple of it on. */
const GROUP = 4;
/** One group at random for this many blocks. */
const SAMPLE_EVERY = 1000;

/** Blocks `from` to `end - 1`. */
export interface BlockSpan {
  readonly from: number;
  readonly end: number;
}

/** The groups that contain these heights, ascending, those that follow each other as one of at most `most` blocks. */
export function groupsOf(
  heights: Iterable<number>,
  { from, end }: BlockSpan,
  most: number,
): readonly BlockSpan[] {
  const starts = new Set([...heights].map((height) => height - (height % GROUP)));
  const spans: BlockSpan[] = [];
  for (const start of [...starts].sort((a, b) => a - b)) {
    const group = { from: Math.max(from, start), end: Math.min(end, start + GROUP) };
    const last = spans.at(-1);
    if (last?.end === group.from && group.end - last.from <= most)
      spans[spans.length - 1] = { from: last.from, end: group.end };
    else spans.push(group);
  }
  return spans;
}

/** Heights of blocks to compare: at random, and the last one. */
export function samplesOf({ startHeight, count }: CompactColumns, random: Random): readonly number[] {
  if (count === 0) return [];
  const drawn = Array.from(
    { length: Math.ceil(count / SAMPLE_EVERY) },
    () => startHeight + below(random, count),
  );
  return [...drawn, startHeight + count - 1];
}

/** Heights of the blocks that say nothing of their transactions. */
export function wholeBlocks({ startHeight, whole }: CompactColumns): readonly number[] {
  return [...whole.keys()].filter((block) => whole[block] === 1).map((block) => startHeight + block);
}

/** The beginning of a key image as a number. */
export function imageStart(bytes: Uint8Array, at = 0): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
}

/** Heights of the blocks with a key image that begins as one of `starts` (`imageStart`). */
export function blocksWithImages(blocks: CompactColumns, starts: ReadonlySet<number>): readonly number[] {
  if (starts.size === 0) return [];
  const { imageAt } = positionsOf(blocks);
  const found: number[] = [];
  let block = 0;
  for (let image = 0; image * IMAGE_BYTES < blocks.images.length; image++) {
    if (!starts.has(imageStart(blocks.images, image * IMAGE_BYTES))) continue;
    while (imageAt[block + 1]! <= image) block++;
    const height = blocks.startHeight + block;
    if (found.at(-1) !== height) found.push(height);
  }
  return found;
}

/** Names what two compact forms of a block differ in; undefined when they are equal. */
export function differenceOf(one: CompactColumns, two: CompactColumns): string | undefined {
  const differ = COLUMNS.find(([, of]) => of(one) !== of(two));
  return differ?.[0];
}

const COLUMNS: readonly (readonly [what: string, of: (blocks: CompactColumns) => string])[] = [
  ['its id', ({ ids }) => toHex(ids)],
  ['the block before it', ({ previousId }) => toHex(previousId)],
  ['its time', ({ times }) => times.join()],
  ['its reward', ({ rewards }) => rewards.join()],
  ['the number of outputs before it', ({ firstOutput }) => String(firstOutput)],
  [
    'the number of its outputs',
    ({ rctOutputs, minerOutputs }) => `${rctOutputs.join()} ${minerOutputs.join()}`,
  ],
  ['the number of its transactions', ({ txs, whole }) => `${txs.join()} ${whole.join()}`],
  ['inputs and outputs of its transactions', ({ inputs, outputs }) => `${inputs.join()} ${outputs.join()}`],
  ['public keys of its transactions', ({ keys, odd }) => toHex(keys) + JSON.stringify(odd)],
  ['its view tags', ({ tags }) => toHex(tags)],
  ['its key images', ({ images }) => toHex(images)],
];
