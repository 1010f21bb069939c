/** The reference scan: parses everything. For a kernel without the fast scan, and to say what is wrong with a range. */
import { sumAmounts } from '../../base/amount.ts';
import type { DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';
import { blockId, formsOf, readBlock } from '../../protocol/block/block.ts';
import type { Block } from '../../protocol/block/types.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { skimPrunedTransaction } from '../../protocol/tx/transaction.ts';
import { fault } from '../faults.ts';
import { buildRange, readScanTx, type BlockPass } from './build-range.ts';
import type { FindCarrot } from './find-carrot.ts';
import { findIn, type Scanner, type ScanTx } from './find-outputs.ts';
import { countDecoded } from './output-counts.ts';
import { inChainOrder, type Decode } from './scan-fast.ts';
import { copyKey, scanOffsetsAt, scanOffsetsOf, type TxScanOffsets } from './tx-scan-offsets.ts';

/** Faults: node_bad_answer when counts or heights disagree; parsers throw their own faults. */
export function scanReference(
  scanner: Scanner,
  raw: RawBlocks,
  decode: Decode,
  findCarrot?: FindCarrot,
): ScannedRange {
  const decoded = decode(new Uint8Array(raw.bytes), raw.offsets);
  const { pass, txs, origins } = readBlocks(raw, decoded);
  const txOf = (txIndex: number): ScanTx => {
    const { blockIndex, blockVersion } = origins[txIndex]!;
    const txInBlock = txIndex - pass.firstTx[blockIndex]!;
    return readScanTx(decoded[blockIndex]!, txInBlock, blockVersion);
  };
  const found = findIn(scanner, txs, txOf);
  return buildRange(raw, pass, inChainOrder(found, findCarrot?.(scanner, txs, txOf)));
}

/** The block of a transaction: its index in the range, and its version. */
interface TxOrigin {
  readonly blockIndex: number;
  readonly blockVersion: number;
}

/** `txs` and `origins` have one item per transaction. */
const readBlocks = (
  { startHeight }: RawBlocks,
  decoded: readonly DecodedBlock[],
): { readonly pass: BlockPass; readonly txs: readonly TxScanOffsets[]; readonly origins: TxOrigin[] } => {
  const count = decoded.reduce((sum, { txs }) => sum + 1 + txs.length, 0);
  const txs: TxScanOffsets[] = [];
  const origins: TxOrigin[] = [];
  const images: KeyImageAt[] = [];
  const table = {
    blockIds: new Uint8Array(32 * decoded.length),
    previousIds: new Uint8Array(32 * decoded.length),
    times: new Float64Array(decoded.length),
    firstTx: new Uint32Array(decoded.length + 1),
    txIds: new Uint8Array(32 * count),
    offsets: new Uint32Array(count),
    lengths: new Uint32Array(count),
  };
  let lastReward = 0n;
  for (const [blockIndex, each] of decoded.entries()) {
    const block = readBlock(each.block);
    checkBlock(each, block, startHeight + blockIndex);
    const { header, minerTx } = block;
    const firstTx = txs.length;
    const add = (tx: TxScanOffsets, id: Uint8Array): void => {
      const txIndex = txs.length;
      if (each.outputCounts[txIndex - firstTx] !== tx.outputKeysAt.length)
        throw fault('node_bad_answer', { address: '', what: 'output indices of a transaction' });
      table.txIds.set(id, 32 * txIndex);
      txs.push(tx);
      origins.push({ blockIndex, blockVersion: header.majorVersion });
    };
    const minerId = txHash(minerTx);
    add(scanOffsetsOf(minerTx.prefix), minerId);
    for (const [i, blob] of each.txs.entries()) {
      const skimmed = skimPrunedTransaction(blob, { forms: formsOf(header) });
      const txIndex = txs.length;
      for (const at of skimmed.images) images.push({ bytes: blob, at, txIndex });
      table.offsets[txIndex] = blob.byteOffset;
      table.lengths[txIndex] = blob.length;
      add(scanOffsetsAt(blob, skimmed), block.txHashes[i]!);
    }
    table.blockIds.set(blockId(block, minerId), 32 * blockIndex);
    table.previousIds.set(header.prevHash, 32 * blockIndex);
    table.times[blockIndex] = header.timestamp;
    table.firstTx[blockIndex + 1] = txs.length;
    lastReward = sumAmounts(minerTx.prefix.outputs);
  }
  const pass = { ...table, lastReward, counts: countDecoded(decoded), ...keyImageTable(images) };
  return { pass, txs, origins };
};

const checkBlock = (each: DecodedBlock, { minerTx, txHashes }: Block, height: number): void => {
  const [input] = minerTx.prefix.inputs;
  // The block states its height itself. With another height, the node could move a block below the wallet's birthday.
  if (input?.kind !== 'gen' || input.height !== height)
    throw fault('node_bad_answer', { address: '', what: 'height of a block' });
  if (each.txs.length !== txHashes.length || each.outputCounts.length !== each.txs.length + 1)
    throw fault('node_bad_answer', { address: '', what: 'transactions of a block' });
};

/** The key image begins at `at`. */
interface KeyImageAt {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly txIndex: number;
}

const keyImageTable = (images: readonly KeyImageAt[]): Pick<BlockPass, 'keyImages' | 'keyImageTx'> => {
  const keyImages = new Uint8Array(32 * images.length);
  for (const [i, { bytes, at }] of images.entries()) copyKey(keyImages, 32 * i, bytes, at);
  return { keyImages, keyImageTx: Uint32Array.from(images, ({ txIndex }) => txIndex) };
};
