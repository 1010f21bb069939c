/**
 * Answers cut into pieces of about the same work, so that several workers have something to do, what one found is
 * written while the others read on, and no more memory is taken than for a few pieces. Each carries the bytes of its
 * own blocks only.
 */
import type { BlockOffsets, RawBlocks } from '../../ports/block-source.ts';

/**
 * Outputs and transactions in a piece: enough for the batches of the kernel, few enough that workers end together and
 * that what is found in one is garbage before the engine moves it to where garbage is dear (4000 took 40 MB and 40 %
 * more CPU time in a wallet that owns half of all outputs).
 */
const PIECE = 1000;

/** Whole blocks in order; the answer itself when it is one piece, or when nobody knows where its blocks lie. */
export function* splitIntoChunks(raw: RawBlocks, piece = PIECE): Generator<RawBlocks, void, undefined> {
  const { offsets } = raw;
  if (!offsets) {
    yield raw;
    return;
  }
  const { txFirst, indexCount } = offsets;
  let from = 0;
  let work = 0;
  for (let block = 0; block < raw.count; block++) {
    for (let list = txFirst[block]! + block; list <= txFirst[block + 1]! + block; list++)
      work += 1 + indexCount[list]!;
    const last = block === raw.count - 1;
    if (work < piece && !last) continue;
    yield from === 0 && last ? { ...raw, offsets: together(offsets) } : cut(raw, offsets, from, block + 1);
    from = block + 1;
    work = 0;
  }
}

/** Blocks [from, to): their bytes, then those of their index lists. */
const cut = (raw: RawBlocks, offsets: BlockOffsets, from: number, to: number): RawBlocks => {
  const bytes = new Uint8Array(raw.bytes);
  const txs = [offsets.txFirst[from]!, offsets.txFirst[to]!] as const;
  const lists = [txs[0] + from, txs[1] + to] as const;
  const blocks = span(
    [offsets.blockAt.subarray(from, to), offsets.blockLength.subarray(from, to), 1],
    [offsets.txAt.subarray(...txs), offsets.txLength.subarray(...txs), 1],
  );
  const indices = span([offsets.indexAt.subarray(...lists), offsets.indexCount.subarray(...lists), 8]);
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
    offsets: together({
      blockAt: shifted(offsets.blockAt.subarray(from, to), -blocks.start),
      blockLength: offsets.blockLength.subarray(from, to),
      txFirst: shifted(offsets.txFirst.subarray(from, to + 1), -txs[0]),
      txAt: shifted(offsets.txAt.subarray(...txs), -blocks.start),
      txLength: offsets.txLength.subarray(...txs),
      indexAt: shifted(offsets.indexAt.subarray(...lists), behind - indices.start),
      indexCount: offsets.indexCount.subarray(...lists),
    }),
  };
};

/** All lists in one buffer, which is handed over with the blocks: what is cloned stays with the message for long. */
const together = (offsets: BlockOffsets): BlockOffsets => {
  const { blockAt, blockLength, txFirst, txAt, txLength, indexAt, indexCount } = offsets;
  const lists = [blockAt, blockLength, txFirst, txAt, txLength, indexAt, indexCount];
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const lay = (list: Uint32Array): Uint32Array => {
    all.set(list, end);
    return all.subarray(end, (end += list.length));
  };
  return {
    blockAt: lay(blockAt),
    blockLength: lay(blockLength),
    txFirst: lay(txFirst),
    txAt: lay(txAt),
    txLength: lay(txLength),
    indexAt: lay(indexAt),
    indexCount: lay(indexCount),
  };
};

/** From the first of these pieces to the end of the last, whatever their order; a piece is `count` times `size` bytes. */
const span = (
  ...pieces: readonly (readonly [at: Uint32Array, count: Uint32Array, size: number])[]
): { readonly start: number; readonly end: number } => {
  let start = Infinity;
  let end = 0;
  for (const [at, count, size] of pieces)
    for (let i = 0; i < at.length; i++) {
      // An empty list of indices lies nowhere.
      if (count[i] === 0) continue;
      start = Math.min(start, at[i]!);
      end = Math.max(end, at[i]! + count[i]! * size);
    }
  return start < end ? { start, end } : { start: 0, end: 0 };
};
