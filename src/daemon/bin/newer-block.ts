/**
 * Cuts an answer at the first block whose version this build does not know. What follows the header of such a block
 * may have another layout, so only its header is read, and no block after it. All blocks before it stay, so that
 * the wallet reads as far as it can.
 */
import type { NewerBlock, RawBlocks } from '../../ports/block-source.ts';
import { readBlockHeader } from '../../protocol/block/block.ts';
import type { BlockOffsets } from '../../protocol/encoding/epee-skim.ts';

type Answer = Pick<RawBlocks, 'startHeight' | 'count'> & { readonly offsets: BlockOffsets };

/** Ends the answer before the first block of a newer version than `reads`. */
export function cutAtNewerBlock<Raw extends Answer>(
  bytes: Uint8Array,
  raw: Raw,
  reads: number,
): Raw & Pick<RawBlocks, 'newer'> {
  const { blockAt, blockLength } = raw.offsets;
  // A version from 128 on takes two bytes, of which the first is above every known version, too.
  const count = blockAt.findIndex((at, block) => blockLength[block]! > 0 && bytes[at]! > reads);
  if (count < 0) return raw;
  const at = blockAt[count]!;
  const header = readBlockHeader(bytes.subarray(at, at + blockLength[count]!));
  const newer: NewerBlock = {
    height: raw.startHeight + count,
    version: header.majorVersion,
    timestamp: header.timestamp,
    // Copied: a view would take the whole answer along to other threads.
    prevHash: header.prevHash.slice(),
  };
  return { ...raw, count, offsets: firstBlocks(raw.offsets, count), newer };
}

const firstBlocks = (offsets: BlockOffsets, count: number): BlockOffsets => {
  const txs = offsets.firstTxBlob[count]!;
  const lists = txs + count;
  return {
    blockAt: offsets.blockAt.subarray(0, count),
    blockLength: offsets.blockLength.subarray(0, count),
    firstTxBlob: offsets.firstTxBlob.subarray(0, count + 1),
    txAt: offsets.txAt.subarray(0, txs),
    txLength: offsets.txLength.subarray(0, txs),
    indexAt: offsets.indexAt.subarray(0, lists),
    outputCounts: offsets.outputCounts.subarray(0, lists),
  };
};
