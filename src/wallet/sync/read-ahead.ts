/**
 * Reads the chain's blocks and splits them into chunks for the scan. It requests the next answer while the chunks of
 * the last one are in use. The number of blocks to request follows from the size of the last ones, so that every
 * answer takes about the same memory.
 */
import type { NewerBlock, RawBlocks } from '../../ports/block-source.ts';
import { splitIntoChunks } from '../scan/chunks.ts';

/** Blocks in the first request, when their size is not known yet. */
export const FIRST_BLOCKS = 200;
/** Most blocks that a node sends in one answer. */
const MOST_BLOCKS = 1000;
const LEAST_BLOCKS = 10;
/** Wanted size of an answer, in bytes. */
const ANSWER = 6_000_000;
/** Each request asks for at most this many times the blocks of the last answer: the next blocks may be larger. */
const GROWTH = 4;

export interface ReadAhead {
  /** Returns the next chunk, undefined at the end of the chain and at `newer`. Faults: the node's. */
  next(): Promise<RawBlocks | undefined>;
  /** The block at which reading ended because this build does not know its version. */
  readonly newer: NewerBlock | undefined;
}

export function createReadAhead(
  first: Promise<RawBlocks>,
  from: (height: number, maxBlocks: number) => Promise<RawBlocks>,
): ReadAhead {
  let chunks: Iterator<RawBlocks, void, undefined> = [].values();
  let fetched: Promise<RawBlocks> | undefined = first;
  let newer: NewerBlock | undefined;
  return {
    get newer() {
      return newer;
    },
    next: async () => {
      for (;;) {
        const chunk = chunks.next();
        if (!chunk.done) return chunk.value;
        if (!fetched) return undefined;
        const raw = await fetched;
        fetched = undefined;
        newer = raw.newer;
        if (raw.count === 0) return undefined;
        const height = raw.startHeight + raw.count;
        if (!newer && height < raw.chainHeight) {
          fetched = from(height, blocksLike(raw));
          fetched.catch(() => undefined); // the rejection is handled when next() awaits the answer
        }
        chunks = splitIntoChunks(raw);
      }
    },
  };
}

const blocksLike = ({ bytes, count }: RawBlocks): number => {
  const fitting = Math.floor((ANSWER * count) / bytes.byteLength);
  return Math.max(LEAST_BLOCKS, Math.min(fitting, count * GROWTH, MOST_BLOCKS));
};
