/** Builds the `ScannedRange` of the fast and the reference scan, and reads the transactions that pay us. */
import type { SkimmedBlocks } from '../../kernel/interface.ts';
import type { DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import type { BlockTable, FoundOutput, ScannedRange, TxTable } from '../../ports/scan-pool.ts';
import { formsOf, readBlock } from '../../protocol/block/block.ts';
import { readWithoutRings } from '../../protocol/tx/transaction.ts';
import type { ScanTx } from './find-outputs.ts';
import type { OutputCounts } from './output-counts.ts';

/** The result of one pass over all blocks and transactions of a range. */
export interface BlockPass
  extends
    Pick<SkimmedBlocks, 'blockIds' | 'previousIds' | 'times' | 'lastReward'>,
    Pick<SkimmedBlocks, 'txIds' | 'keyImages' | 'keyImageTx'>,
    Pick<BlockTable, 'firstTx'>,
    Pick<TxTable, 'offsets' | 'lengths'> {
  readonly counts: OutputCounts;
}

export function buildRange(raw: RawBlocks, pass: BlockPass, found: readonly FoundOutput[]): ScannedRange {
  const { startHeight, chainHeight, bytes, offsets: blockOffsets } = raw;
  const { blockIds, previousIds, times, firstTx, lastReward, counts } = pass;
  const { txIds, offsets, lengths, keyImages, keyImageTx } = pass;
  return {
    startHeight,
    chainHeight,
    parts: [{ bytes, firstTx: 0 }],
    ...(blockOffsets && { offsets: blockOffsets }),
    blocks: { count: times.length, ids: blockIds, previousIds, times, firstTx, lastReward, ...counts },
    txs: { count: txIds.length / 32, ids: txIds, offsets, lengths },
    found,
    keyImages,
    keyImageTx,
  };
}

/** Reads a transaction by its index in the block; 0 is the miner's. */
export function readScanTx(decoded: DecodedBlock, index: number, blockVersion: number): ScanTx {
  const forms = formsOf({ majorVersion: blockVersion });
  const { prefix, rct } =
    index === 0 ? readBlock(decoded.block).minerTx : readWithoutRings(decoded.txs[index - 1]!, forms);
  return { prefix, rct, coinbase: index === 0, globalIndices: decoded.indicesOf(index), blockVersion };
}
