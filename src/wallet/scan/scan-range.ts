/** One range of blocks to its findings: decode, parse, find. Pure; runs in the pool. */
import type { DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import type { ScannedPoolTx, ScannedRange } from '../../ports/scan-pool.ts';
import { blockId, readBlock } from '../../protocol/block/block.ts';
import type { Block } from '../../protocol/block/types.ts';
import { fault } from '../faults.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import {
  readPrunedTransaction,
  readWithoutRings,
  skimPrunedTransaction,
} from '../../protocol/tx/transaction.ts';
import { isFault } from '../../base/fault.ts';
import { feeOf, findIn, findOutputs, type Scanner, type ScanTx } from './find-outputs.ts';
import { countDecoded } from './output-counts.ts';
import { copyKey, scanOffsetsAt, scanOffsetsOf, type TxScanOffsets } from './tx-scan-offsets.ts';
import { scanFast, type Decode } from './scan-fast.ts';

/** Faults: node_bad_answer when a block or transaction does not parse, or counts disagree. */
export function scanRange(scanner: Scanner, raw: RawBlocks, decode: Decode): ScannedRange {
  try {
    return scanFast(scanner, raw, decode) ?? scanReference(scanner, raw, decode);
  } catch (error) {
    if (!isFault(error) || error.code === 'node_bad_answer') throw error;
    throw fault('node_bad_answer', { address: '', what: `blocks that do not parse: ${error.code}` });
  }
}

/**
 * The same, reading every block and transaction: where the kernel knows no shorter way, or this range is odd. What does not
 * parse is the fault of its parser.
 */
export function scanReference(scanner: Scanner, raw: RawBlocks, decode: Decode): ScannedRange {
  const decoded = decode(new Uint8Array(raw.bytes), raw.places);
  const count = decoded.reduce((sum, { txs }) => sum + 1 + txs.length, 0);
  const outlines: TxScanOffsets[] = [];
  /** By transaction: its block, and what lies there. */
  const txOrigins: { readonly each: DecodedBlock; readonly block: Block; readonly firstTx: number }[] = [];
  const ids = new Uint8Array(32 * count);
  const offsets = new Uint32Array(count);
  const lengths = new Uint32Array(count);
  /** Key images: where they lie in their blob. */
  const imageAt: number[] = [];
  const imageTx: number[] = [];
  const hashes = { ids: new Uint8Array(32 * decoded.length), previous: new Uint8Array(32 * decoded.length) };
  const times = new Float64Array(decoded.length);
  const firstTxs = new Uint32Array(decoded.length + 1);
  let lastReward = 0n;
  for (const [index, each] of decoded.entries()) {
    const block = readBlock(each.block);
    const { header, minerTx } = block;
    const height = raw.startHeight + index;
    const [input] = minerTx.prefix.inputs;
    // The block names its height itself: it is not moved to where it would be passed over.
    if (input?.kind !== 'gen' || input.height !== height)
      throw fault('node_bad_answer', { address: '', what: 'height of a block' });
    if (each.txs.length !== block.txHashes.length || each.outputCounts.length !== each.txs.length + 1)
      throw fault('node_bad_answer', { address: '', what: 'transactions of a block' });
    const firstTx = outlines.length;
    const place = { each, block, firstTx };
    const add = (outline: TxScanOffsets, id: Uint8Array): void => {
      const txIndex = outlines.length;
      if (each.outputCounts[txIndex - firstTx] !== outline.keys.length)
        throw fault('node_bad_answer', { address: '', what: 'output indices of a transaction' });
      ids.set(id, 32 * txIndex);
      outlines.push(outline);
      txOrigins.push(place);
    };
    const minerId = txHash(minerTx);
    add(scanOffsetsOf(minerTx.prefix), minerId);
    for (const [i, blob] of each.txs.entries()) {
      const skimmed = skimPrunedTransaction(blob);
      for (const at of skimmed.images) {
        imageAt.push(at);
        imageTx.push(outlines.length);
      }
      offsets[outlines.length] = blob.byteOffset;
      lengths[outlines.length] = blob.length;
      add(scanOffsetsAt(blob, skimmed), block.txHashes[i]!);
    }
    hashes.ids.set(blockId(block, minerId), 32 * index);
    hashes.previous.set(header.prevHash, 32 * index);
    times[index] = header.timestamp;
    firstTxs[index + 1] = outlines.length;
    lastReward = minerTx.prefix.outputs.reduce((sum, { amount }) => sum + amount, 0n);
  }
  const readTx = (txIndex: number): ScanTx => {
    const { each, block, firstTx } = txOrigins[txIndex]!;
    const at = txIndex - firstTx;
    const { prefix, rct } = at === 0 ? block.minerTx : readWithoutRings(each.txs[at - 1]!);
    const globalIndices = each.indicesOf(at);
    return { prefix, rct, coinbase: at === 0, globalIndices, blockVersion: block.header.majorVersion };
  };
  const keyImages = new Uint8Array(32 * imageAt.length);
  for (const [i, at] of imageAt.entries()) copyKey(keyImages, 32 * i, outlines[imageTx[i]!]!.bytes, at);
  return {
    startHeight: raw.startHeight,
    chainHeight: raw.chainHeight,
    bytes: raw.bytes,
    ...(raw.places && { places: raw.places }),
    blocks: {
      count: decoded.length,
      ids: hashes.ids,
      previousIds: hashes.previous,
      times,
      firstTx: firstTxs,
      lastReward,
      ...countDecoded(decoded),
    },
    txs: { count, ids, offsets, lengths },
    found: findIn(scanner, outlines, readTx),
    keyImages,
    keyImageTx: Uint32Array.from(imageTx),
  };
}

/** One transaction of the pool. Undefined when it does not parse: the pool may hold anything. */
export function scanPoolTx(scanner: Scanner, blob: Uint8Array, blockVersion = 16): ScannedPoolTx | undefined {
  try {
    const { prefix, rct } = readPrunedTransaction(blob);
    const tx = { prefix, rct, coinbase: false, blockVersion, globalIndices: [] };
    return {
      found: findOutputs(scanner, [tx]),
      keyImages: keyInputs(prefix).map(({ keyImage }) => keyImage.slice()),
      fee: feeOf(tx),
      unlockTime: prefix.unlockTime,
    };
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}
