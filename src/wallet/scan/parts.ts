/**
 * One answer scanned in parts by several workers: what each part holds, and the findings put together again. A part
 * carries the bytes of its own blocks only, so the whole is copied once; the answer itself stays where it is.
 */
import { concat } from '../../base/bytes.ts';
import type { BlockPlaces, RawBlocks } from '../../ports/block-source.ts';
import type { ScannedRange, TxTable } from '../../ports/scan-pool.ts';

/** Outputs and transactions in a part: enough for the batches of the kernel, few enough that workers end together. */
const PART = 3000;

/** Whole blocks in order, in parts of about the same work; undefined when nobody knows where they lie. */
export const divide = (raw: RawBlocks, part = PART): RawBlocks[] | undefined => {
  const { places } = raw;
  if (!places) return undefined;
  const { txFirst, indexCount } = places;
  const parts: RawBlocks[] = [];
  let from = 0;
  let work = 0;
  for (let block = 0; block < raw.count; block++) {
    for (let list = txFirst[block]! + block; list <= txFirst[block + 1]! + block; list++)
      work += 1 + indexCount[list]!;
    if (work < part && block < raw.count - 1) continue;
    parts.push(cut(raw, places, from, block + 1));
    from = block + 1;
    work = 0;
  }
  return parts;
};

/** Blocks [from, to): their bytes, then those of their index lists. */
const cut = (raw: RawBlocks, places: BlockPlaces, from: number, to: number): RawBlocks => {
  const bytes = new Uint8Array(raw.bytes);
  const txs = [places.txFirst[from]!, places.txFirst[to]!] as const;
  const lists = [txs[0] + from, txs[1] + to] as const;
  const blocks = span(
    [places.blockAt.subarray(from, to), places.blockLength.subarray(from, to), 1],
    [places.txAt.subarray(...txs), places.txLength.subarray(...txs), 1],
  );
  const indices = span([places.indexAt.subarray(...lists), places.indexCount.subarray(...lists), 8]);
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
    places: {
      blockAt: shifted(places.blockAt.subarray(from, to), -blocks.start),
      blockLength: places.blockLength.slice(from, to),
      txFirst: shifted(places.txFirst.subarray(from, to + 1), -txs[0]),
      txAt: shifted(places.txAt.subarray(...txs), -blocks.start),
      txLength: places.txLength.slice(...txs),
      indexAt: shifted(places.indexAt.subarray(...lists), behind - indices.start),
      indexCount: places.indexCount.slice(...lists),
    },
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

/** What the parts of `raw` gave, as if it had been scanned whole. */
export const unite = (raw: RawBlocks, parts: readonly Omit<ScannedRange, 'bytes'>[]): ScannedRange => {
  const firstTx: number[] = [];
  let count = 0;
  for (const { txs } of parts) {
    firstTx.push(count);
    count += txs.count;
  }
  return {
    startHeight: raw.startHeight,
    chainHeight: raw.chainHeight,
    bytes: raw.bytes,
    blocks: parts.flatMap(({ blocks }, i) =>
      blocks.map((block) => ({ ...block, firstTx: block.firstTx + firstTx[i]! })),
    ),
    txs: { count, ids: concat(...parts.map(({ txs }) => txs.ids)), ...placesOf(raw.places!, count) },
    found: parts.flatMap(({ found }, i) => found.map((each) => ({ ...each, tx: each.tx + firstTx[i]! }))),
    keyImages: concat(...parts.map(({ keyImages }) => keyImages)),
    keyImageTx: join(parts.map(({ keyImageTx }, i) => keyImageTx.map((tx) => tx + firstTx[i]!))),
  };
};

/** Where the transactions lie, a miner's before those of its block. */
const placesOf = (
  { txFirst, txAt, txLength }: BlockPlaces,
  count: number,
): Pick<TxTable, 'offsets' | 'lengths'> => {
  const offsets = new Uint32Array(count);
  const lengths = new Uint32Array(count);
  for (let block = 0; block + 1 < txFirst.length; block++)
    for (let tx = txFirst[block]!; tx < txFirst[block + 1]!; tx++) {
      offsets[tx + block + 1] = txAt[tx]!;
      lengths[tx + block + 1] = txLength[tx]!;
    }
  return { offsets, lengths };
};

const join = (lists: readonly Uint32Array[]): Uint32Array => {
  const out = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
};
