/** Ranges of blocks in memory, of one chain at a time: what contradicts a newer range is dropped. */
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import type { RawBlocks } from '../../ports/block-source.ts';
import { blockId, readBlock, readBlockHeader } from '../../protocol/block/block.ts';

export interface KeptRange {
  readonly raw: RawBlocks;
  /** The first height after it, and after the answer that it was a part of. */
  readonly end: number;
  readonly answerEnd: number;
  readonly previousId: Uint8Array;
  readonly lastId: Uint8Array;
  readonly readAt: number;
}

export interface KeptRanges {
  /** The range with the block at this height. */
  covering(height: number): KeptRange | undefined;
  /** Keeps a range, and drops those that contradict it; those that were used longest ago make room. */
  keep(range: KeptRange): void;
  /** Records that a wallet reads the range now. */
  use(range: KeptRange): void;
  drop(isOld: (range: KeptRange) => boolean): void;
  some(holds: (range: KeptRange) => boolean): boolean;
  /** First heights. */
  starts(): Iterable<number>;
  /** Bytes of all ranges. */
  readonly size: number;
}

export function createKeptRanges(maxBytes: number): KeptRanges {
  /** By first height. Those that were used last are at the end. */
  const kept = new Map<number, KeptRange>();
  let size = 0;
  const drop = (isOld: (range: KeptRange) => boolean): void => {
    for (const [height, range] of kept) {
      if (!isOld(range)) continue;
      kept.delete(height);
      size -= range.raw.bytes.byteLength;
    }
  };
  return {
    covering: (height) =>
      kept.get(height) ?? [...kept.values()].find(({ raw, end }) => raw.startHeight < height && height < end),
    keep: (range) => {
      const { startHeight, bytes } = range.raw;
      drop(
        ({ raw, end, lastId, previousId }) =>
          (end === startHeight && !equalBytes(lastId, range.previousId)) ||
          (raw.startHeight === range.end && !equalBytes(previousId, range.lastId)) ||
          (raw.startHeight < range.end && end > startHeight),
      );
      kept.set(startHeight, range);
      size += bytes.byteLength;
      for (const [height] of kept) {
        if (size <= maxBytes || height === startHeight) break;
        drop(({ raw }) => raw.startHeight === height);
      }
    },
    use: (range) => {
      kept.delete(range.raw.startHeight);
      kept.set(range.raw.startHeight, range);
    },
    drop,
    some: (holds) => [...kept.values()].some(holds),
    starts: () => kept.keys(),
    get size() {
      return size;
    },
  };
}

/** Ids of the block before the range and of its last block; undefined when these do not parse. */
export function endsOf(raw: RawBlocks): Pick<KeptRange, 'previousId' | 'lastId'> | undefined {
  const { blockAt, blockLength } = raw.offsets!;
  const blockOf = (index: number): Uint8Array =>
    new Uint8Array(raw.bytes, blockAt[index], blockLength[index]);
  try {
    const { prevHash } = readBlockHeader(blockOf(0));
    return { previousId: prevHash.slice(), lastId: blockId(readBlock(blockOf(raw.count - 1))) };
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}

/** True if the first of these blocks follows the block with this id. */
export function follows({ bytes, offsets }: RawBlocks, id: Uint8Array): boolean {
  const { blockAt, blockLength } = offsets!;
  return equalBytes(readBlockHeader(new Uint8Array(bytes, blockAt[0], blockLength[0])).prevHash, id);
}
