/**
 * Splits a node's answer into chunks of about the same work: so that all workers are busy, results of one chunk are
 * committed while others are scanned, and memory holds a few chunks only. A chunk holds only the bytes of its own
 * blocks.
 */
import type { RawBlocks } from '../../ports/block-source.ts';
import type { BlockOffsets } from '../../protocol/encoding/epee-skim.ts';

/**
 * Outputs and transactions in a chunk: enough for the kernel's batches; few enough that workers finish together, and
 * that the findings are freed while the garbage collector still keeps them among young objects (4000 took 40 MB and
 * 40 % more CPU time in a wallet that owns half of all outputs).
 */
const CHUNK_WORK = 1000;

/**
 * Whole blocks in order, or the answer itself as one chunk. Calls `onCopied` with the answer's buffer when all of it was
 * copied.
 */
export function* splitIntoChunks(
  raw: RawBlocks,
  chunkWork = CHUNK_WORK,
  onCopied?: (buffer: ArrayBuffer) => void,
): Generator<RawBlocks, void, undefined> {
  const { offsets, size } = raw;
  if (!offsets) {
    yield raw;
    return;
  }
  const { firstTxBlob, outputCounts } = offsets;
  let from = 0;
  let work = 0;
  let copied = false;
  for (let block = 0; block < raw.count; block++) {
    for (let list = firstTxBlob[block]! + block; list <= firstTxBlob[block + 1]! + block; list++)
      work += 1 + outputCounts[list]!;
    const last = block === raw.count - 1;
    if (work < chunkWork && !last) continue;
    copied = !(from === 0 && last) || size !== undefined;
    yield copied ? copyBlocks(raw, offsets, from, block + 1) : { ...raw, offsets: intoOneBuffer(offsets) };
    from = block + 1;
    work = 0;
  }
  if (copied) onCopied?.(raw.bytes);
}

/** The blocks of the range from `height` on: a copy, unless it is all of it. */
export function blocksFromHeight(raw: RawBlocks, height: number): RawBlocks {
  const from = height - raw.startHeight;
  return from <= 0 || !raw.offsets ? raw : copyBlocks(raw, raw.offsets, from, raw.count);
}

/** The first `count` blocks of an answer. Throws Error for one without known positions that has more. */
export function firstBlocksOf(raw: RawBlocks, count: number): RawBlocks {
  if (raw.count <= count) return raw;
  if (!raw.offsets) throw new Error('an answer without positions cannot be cut');
  return copyBlocks(raw, raw.offsets, 0, count);
}

/** Copies blocks [from, to): their bytes, then those of their index lists. */
const copyBlocks = (raw: RawBlocks, offsets: BlockOffsets, from: number, to: number): RawBlocks => {
  const bytes = new Uint8Array(raw.bytes);
  const txs = [offsets.firstTxBlob[from]!, offsets.firstTxBlob[to]!] as const;
  const lists = [txs[0] + from, txs[1] + to] as const;
  const blocks = span(
    [offsets.blockAt.subarray(from, to), offsets.blockLength.subarray(from, to), 1],
    [offsets.txAt.subarray(...txs), offsets.txLength.subarray(...txs), 1],
  );
  const indices = span([offsets.indexAt.subarray(...lists), offsets.outputCounts.subarray(...lists), 8]);
  const behind = blocks.end - blocks.start;
  const joined = new Uint8Array(behind + indices.end - indices.start);
  joined.set(bytes.subarray(blocks.start, blocks.end));
  joined.set(bytes.subarray(indices.start, indices.end), behind);
  const shifted = (at: Uint32Array, shift: number): Uint32Array => at.map((each) => each + shift);
  return {
    bytes: joined.buffer,
    startHeight: raw.startHeight + from,
    count: to - from,
    chainHeight: raw.chainHeight,
    offsets: intoOneBuffer({
      blockAt: shifted(offsets.blockAt.subarray(from, to), -blocks.start),
      blockLength: offsets.blockLength.subarray(from, to),
      firstTxBlob: shifted(offsets.firstTxBlob.subarray(from, to + 1), -txs[0]),
      txAt: shifted(offsets.txAt.subarray(...txs), -blocks.start),
      txLength: offsets.txLength.subarray(...txs),
      indexAt: shifted(offsets.indexAt.subarray(...lists), behind - indices.start),
      outputCounts: offsets.outputCounts.subarray(...lists),
    }),
  };
};

/** Puts all lists into one buffer, to be transferred with the blocks: clones would use memory longer. */
const intoOneBuffer = (offsets: BlockOffsets): BlockOffsets => {
  const { blockAt, blockLength, firstTxBlob, txAt, txLength, indexAt, outputCounts } = offsets;
  const lists = [blockAt, blockLength, firstTxBlob, txAt, txLength, indexAt, outputCounts];
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const append = (list: Uint32Array): Uint32Array => {
    all.set(list, end);
    return all.subarray(end, (end += list.length));
  };
  return {
    blockAt: append(blockAt),
    blockLength: append(blockLength),
    firstTxBlob: append(firstTxBlob),
    txAt: append(txAt),
    txLength: append(txLength),
    indexAt: append(indexAt),
    outputCounts: append(outputCounts),
  };
};

/** The first and the last byte that these lists refer to; an item is `count` times `size` bytes. */
const span = (
  ...lists: readonly (readonly [at: Uint32Array, count: Uint32Array, size: number])[]
): { readonly start: number; readonly end: number } => {
  let start = Infinity;
  let end = 0;
  for (const [at, count, size] of lists)
    for (let i = 0; i < at.length; i++) {
      // An empty list of indices has no position.
      if (count[i] === 0) continue;
      start = Math.min(start, at[i]!);
      end = Math.max(end, at[i]! + count[i]! * size);
    }
  return start < end ? { start, end } : { start: 0, end: 0 };
};
