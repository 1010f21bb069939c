/**
 * The chain's blocks in pieces for the scan, from one answer of the node to the next: the next is on its way while the
 * last is cut up. How many blocks are asked for follows from how large they were, so that an answer takes about the
 * same memory in every part of the chain.
 */
import type { RawBlocks } from '../../ports/block-source.ts';
import { splitIntoChunks } from '../scan/chunks.ts';

/** Blocks of the first answer, of which nobody knows how large they are. */
export const FIRST_BLOCKS = 200;
/** The most that a node sends at once. */
const MOST_BLOCKS = 1000;
const LEAST_BLOCKS = 10;
/** Bytes that an answer should have. */
const ANSWER = 6_000_000;
/** Nor more than so many times the last one: what comes may be larger. */
const GROWTH = 4;

export interface ReadAhead {
  /** Undefined at the end of the chain. */
  next(): Promise<RawBlocks | undefined>;
}

export function createReadAhead(
  first: Promise<RawBlocks>,
  from: (height: number, maxBlocks: number) => Promise<RawBlocks>,
): ReadAhead {
  let pieces: Iterator<RawBlocks, void, undefined> = [].values();
  let fetched: Promise<RawBlocks> | undefined = first;
  return {
    next: async () => {
      for (;;) {
        const piece = pieces.next();
        if (!piece.done) return piece.value;
        if (!fetched) return undefined;
        const raw = await fetched;
        fetched = undefined;
        // Nothing new.
        if (raw.count === 0) return undefined;
        const height = raw.startHeight + raw.count;
        if (height < raw.chainHeight) {
          fetched = from(height, blocksLike(raw));
          fetched.catch(() => undefined); // told when its turn comes
        }
        pieces = splitIntoChunks(raw);
      }
    },
  };
}

const blocksLike = ({ bytes, count }: RawBlocks): number => {
  const fitting = Math.floor((ANSWER * count) / bytes.byteLength);
  return Math.max(LEAST_BLOCKS, Math.min(fitting, count * GROWTH, MOST_BLOCKS));
};
