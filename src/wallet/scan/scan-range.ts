/** One range of blocks to its findings: decode, parse, find. Pure; runs in the pool. */
import type { BlockPlaces, DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import type { ScannedBlock, ScannedPoolTx, ScannedRange } from '../../ports/scan-pool.ts';
import { blockId, readBlock } from '../../protocol/block/block.ts';
import { fault } from '../faults.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import {
  readPrunedTransaction,
  readWithoutRings,
  skimPrunedTransaction,
} from '../../protocol/tx/transaction.ts';
import type { Transaction } from '../../protocol/tx/types.ts';
import { isFault } from '../../base/fault.ts';
import { feeOf, findIn, findOutputs, type Scanner, type ScanTx } from './find-outputs.ts';
import { outlineAt, outlineOf, type Outline } from './outline.ts';

/** Reads the blocks of an answer; `places` tells where they lie, if anybody knows. */
export type Decode = (bytes: Uint8Array, places?: BlockPlaces) => readonly DecodedBlock[];

/** Faults: node_bad_answer when a block or transaction does not parse, or counts disagree. */
export const scanRange = (scanner: Scanner, raw: RawBlocks, decode: Decode): ScannedRange => {
  const decoded = decode(new Uint8Array(raw.bytes), raw.places);
  const outlines: Outline[] = [];
  /** Each reads one transaction whole. */
  const readers: (() => ScanTx)[] = [];
  const ids: Uint8Array[] = [];
  const places: { offset: number; length: number }[] = [];
  const images: Uint8Array[] = [];
  const imageTx: number[] = [];
  const blocks = decoded.map((each, index): ScannedBlock => {
    const block = readBlock(each.block);
    const { header, minerTx } = block;
    const blockVersion = header.majorVersion;
    const height = raw.startHeight + index;
    const [input] = minerTx.prefix.inputs;
    // The block names its height itself: it is not moved to where it would be passed over.
    if (input?.kind !== 'gen' || input.height !== height)
      throw fault('node_bad_answer', { address: '', what: 'height of a block' });
    if (each.txs.length !== block.txHashes.length || each.outputIndices.length !== each.txs.length + 1)
      throw fault('node_bad_answer', { address: '', what: 'transactions of a block' });
    const firstTx = outlines.length;
    const add = (outline: Outline, at: number, read: () => Transaction): void => {
      const globalIndices = each.outputIndices[at]!;
      if (globalIndices.length !== outline.keys.length)
        throw fault('node_bad_answer', { address: '', what: 'output indices of a transaction' });
      outlines.push(outline);
      readers.push(() => {
        const { prefix, rct } = read();
        return { prefix, rct, coinbase: at === 0, globalIndices, blockVersion };
      });
    };
    const minerId = txHash(minerTx);
    add(outlineOf(minerTx.prefix), 0, () => minerTx);
    ids.push(minerId);
    places.push({ offset: 0, length: 0 });
    for (const [i, blob] of each.txs.entries()) {
      const skimmed = skimPrunedTransaction(blob);
      for (const at of skimmed.images) {
        images.push(blob.subarray(at, at + 32));
        imageTx.push(outlines.length);
      }
      add(outlineAt(blob, skimmed), i + 1, () => readWithoutRings(blob));
      ids.push(block.txHashes[i]!);
      places.push({ offset: blob.byteOffset, length: blob.length });
    }
    return {
      height,
      hash: blockId(block, minerId),
      prevHash: header.prevHash.slice(),
      timestamp: header.timestamp,
      majorVersion: header.majorVersion,
      reward: minerTx.prefix.outputs.reduce((sum, { amount }) => sum + amount, 0n),
      firstTx,
    };
  });
  return {
    startHeight: raw.startHeight,
    chainHeight: raw.chainHeight,
    bytes: raw.bytes,
    blocks,
    txs: {
      count: outlines.length,
      ids: flatten(ids),
      offsets: Uint32Array.from(places, ({ offset }) => offset),
      lengths: Uint32Array.from(places, ({ length }) => length),
    },
    found: findIn(scanner, outlines, (seat) => readers[seat]!()),
    keyImages: flatten(images),
    keyImageTx: Uint32Array.from(imageTx),
  };
};

/** One transaction of the pool. Undefined when it does not parse: the pool may hold anything. */
export const scanPoolTx = (
  scanner: Scanner,
  blob: Uint8Array,
  blockVersion = 16,
): ScannedPoolTx | undefined => {
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
};

const flatten = (items: readonly Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(items.length * 32);
  for (const [i, item] of items.entries()) out.set(item, 32 * i);
  return out;
};
