/**
 * One answer scanned by several workers: who takes which blocks, and the findings put together again. Each worker gets
 * a copy of the answer (its positions must hold for all), so long answers are not divided.
 */
import { concat } from '../../base/bytes.ts';
import type { RawBlocks } from '../../ports/block-source.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';

/** Fewer blocks than this are not worth a second worker. */
const LEAST_BLOCKS = 32;
/** Longer answers are not copied: ranges follow each other quickly enough to keep all workers busy. */
const LONGEST_COPY = 8_000_000;

/** The answer itself, or its parts in order, at most `workers`. */
export const divide = (raw: RawBlocks, workers: number): RawBlocks[] => {
  const parts = Math.min(workers, Math.floor(raw.count / LEAST_BLOCKS));
  if (parts < 2 || raw.part || raw.bytes.byteLength > LONGEST_COPY) return [raw];
  const edge = (i: number): number => Math.floor((raw.count * i) / parts);
  return Array.from({ length: parts }, (_, i) => ({
    ...raw,
    bytes: i === 0 ? raw.bytes : raw.bytes.slice(0),
    part: { from: edge(i), to: edge(i + 1) },
  }));
};

/** The findings of `divide`'s parts as if one worker had scanned it all. */
export const unite = (parts: readonly ScannedRange[]): ScannedRange => {
  const [first] = parts;
  if (!first) throw new Error('no parts to unite');
  if (parts.length === 1) return first;
  const firstTx = parts.map((_, i) => parts.slice(0, i).reduce((sum, { txs }) => sum + txs.count, 0));
  const shifted = (i: number, indices: Uint32Array): Uint32Array =>
    indices.map((index) => index + firstTx[i]!);
  return {
    ...first,
    blocks: parts.flatMap(({ blocks }, i) =>
      blocks.map((block) => ({ ...block, firstTx: block.firstTx + firstTx[i]! })),
    ),
    txs: {
      count: parts.reduce((sum, { txs }) => sum + txs.count, 0),
      ids: concat(...parts.map(({ txs }) => txs.ids)),
      offsets: join(parts.map(({ txs }) => txs.offsets)),
      lengths: join(parts.map(({ txs }) => txs.lengths)),
    },
    found: parts.flatMap(({ found }, i) => found.map((each) => ({ ...each, tx: each.tx + firstTx[i]! }))),
    keyImages: concat(...parts.map(({ keyImages }) => keyImages)),
    keyImageTx: join(parts.map(({ keyImageTx }, i) => shifted(i, keyImageTx))),
  };
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
