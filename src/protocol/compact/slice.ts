/** Takes some blocks out of compact blocks, and joins those that follow each other. */
import { concat, equalBytes } from '../../base/bytes.ts';
import { IMAGE_BYTES, positionsOf, type CompactColumns, type CompactPositions } from './compact-blocks.ts';

/** The blocks from index `from` up to, and without, `end`. */
export function sliceCompact(
  blocks: CompactColumns,
  from: number,
  end: number,
  positions: CompactPositions = positionsOf(blocks),
): CompactColumns {
  const { txAt, keyAt, outputAt, imageAt, oddAt } = positions;
  const part = (column: Uint8Array, at: Uint32Array, size: number): Uint8Array =>
    column.subarray(size * at[from]!, size * at[end]!);
  const before = minersBefore(blocks, from) + txAt[from]!;
  return {
    startHeight: blocks.startHeight + from,
    count: end - from,
    chainHeight: blocks.chainHeight,
    firstOutput: blocks.rctOutputs.subarray(0, from).reduce((sum, each) => sum + each, blocks.firstOutput),
    previousId: from === 0 ? blocks.previousId : blocks.ids.subarray(32 * from - 32, 32 * from),
    ids: blocks.ids.subarray(32 * from, 32 * end),
    times: blocks.times.subarray(from, end),
    rewards: blocks.rewards.slice(from, end),
    whole: blocks.whole.subarray(from, end),
    txs: blocks.txs.subarray(from, end),
    rctOutputs: blocks.rctOutputs.subarray(from, end),
    minerOutputs: blocks.minerOutputs.subarray(from, end),
    inputs: part(blocks.inputs, txAt, 1),
    outputs: part(blocks.outputs, txAt, 1),
    odd: blocks.odd.slice(oddAt[from], oddAt[end]).map((each) => ({ ...each, tx: each.tx - before })),
    keys: part(blocks.keys, keyAt, 32),
    tags: part(blocks.tags, outputAt, 1),
    images: part(blocks.images, imageAt, IMAGE_BYTES),
  };
}

/** The miner's transactions that are here of the blocks before index `from`. */
const minersBefore = ({ whole }: CompactColumns, from: number): number =>
  whole.subarray(0, from).reduce((sum, each) => sum + 1 - each, 0);

/** Undefined without parts, and when one does not begin at the height and with the output at which the one before ends. */
export function joinCompact(parts: readonly CompactColumns[]): CompactColumns | undefined {
  const [first] = parts;
  if (!first || !parts.slice(1).every((part, i) => follows(parts[i]!, part))) return undefined;
  const bytes = (column: (part: CompactColumns) => Uint8Array): Uint8Array => concat(...parts.map(column));
  const numbers = (column: (part: CompactColumns) => Uint32Array): Uint32Array =>
    Uint32Array.from(parts.flatMap((part) => [...column(part)]));
  let before = 0;
  const odd = parts.flatMap((part) => {
    const shift = before;
    before += part.inputs.length + minersBefore(part, part.count);
    return part.odd.map((each) => ({ ...each, tx: each.tx + shift }));
  });
  return {
    startHeight: first.startHeight,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    chainHeight: parts.at(-1)!.chainHeight,
    firstOutput: first.firstOutput,
    previousId: first.previousId,
    ids: bytes(({ ids }) => ids),
    times: numbers(({ times }) => times),
    rewards: parts.flatMap(({ rewards }) => rewards),
    whole: bytes(({ whole }) => whole),
    txs: numbers(({ txs }) => txs),
    rctOutputs: numbers(({ rctOutputs }) => rctOutputs),
    minerOutputs: numbers(({ minerOutputs }) => minerOutputs),
    inputs: bytes(({ inputs }) => inputs),
    outputs: bytes(({ outputs }) => outputs),
    odd,
    keys: bytes(({ keys }) => keys),
    tags: bytes(({ tags }) => tags),
    images: bytes(({ images }) => images),
  };
}

const follows = (before: CompactColumns, after: CompactColumns): boolean =>
  after.startHeight === before.startHeight + before.count &&
  equalBytes(after.previousId, before.count > 0 ? before.ids.subarray(-32) : before.previousId);
