/** One range of blocks to its findings: decode, parse, find. Pure; runs in the pool. */
import type { DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import type { ScannedBlock, ScannedPoolTx, ScannedRange } from '../../ports/scan-pool.ts';
import { blockId, readBlock } from '../../protocol/block/block.ts';
import { fault } from '../faults.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { readPrunedTransaction } from '../../protocol/tx/transaction.ts';
import { isFault } from '../../base/fault.ts';
import { feeOf, findOutputs, type Scanner, type ScanTx } from './find-outputs.ts';

/** Faults: node_bad_answer when a block or transaction does not parse, or counts disagree. */
export const scanRange = (
  scanner: Scanner,
  raw: RawBlocks,
  decode: (bytes: Uint8Array) => readonly DecodedBlock[],
): ScannedRange => {
  const { from, to } = raw.part ?? { from: 0, to: Infinity };
  const decoded = decode(new Uint8Array(raw.bytes)).slice(from, to);
  const txs: ScanTx[] = [];
  const ids: Uint8Array[] = [];
  const places: { offset: number; length: number }[] = [];
  const blocks = decoded.map((each, index): ScannedBlock => {
    const block = readBlock(each.block);
    const { header, minerTx } = block;
    const height = raw.startHeight + from + index;
    const [input] = minerTx.prefix.inputs;
    // The block names its height itself: it is not moved to where it would be passed over.
    if (input?.kind !== 'gen' || input.height !== height)
      throw fault('node_bad_answer', { address: '', what: 'height of a block' });
    if (each.txs.length !== block.txHashes.length || each.outputIndices.length !== each.txs.length + 1)
      throw fault('node_bad_answer', { address: '', what: 'transactions of a block' });
    const firstTx = txs.length;
    const add = (tx: Omit<ScanTx, 'globalIndices' | 'blockVersion'>, at: number): void => {
      const globalIndices = each.outputIndices[at]!;
      if (globalIndices.length !== tx.prefix.outputs.length)
        throw fault('node_bad_answer', { address: '', what: 'output indices of a transaction' });
      txs.push({ ...tx, globalIndices, blockVersion: header.majorVersion });
    };
    add({ prefix: minerTx.prefix, rct: minerTx.rct, coinbase: true }, 0);
    ids.push(txHash(minerTx));
    places.push({ offset: 0, length: 0 });
    for (const [i, blob] of each.txs.entries()) {
      const { prefix, rct } = readPrunedTransaction(blob);
      add({ prefix, rct, coinbase: false }, i + 1);
      ids.push(block.txHashes[i]!);
      places.push({ offset: blob.byteOffset, length: blob.length });
    }
    return {
      height,
      hash: blockId(block),
      prevHash: header.prevHash.slice(),
      timestamp: header.timestamp,
      majorVersion: header.majorVersion,
      reward: minerTx.prefix.outputs.reduce((sum, { amount }) => sum + amount, 0n),
      firstTx,
    };
  });
  const images = txs.flatMap((tx, index) =>
    keyInputs(tx.prefix).map(({ keyImage }) => ({ index, keyImage })),
  );
  return {
    startHeight: raw.startHeight + from,
    chainHeight: raw.chainHeight,
    bytes: raw.bytes,
    blocks,
    txs: {
      count: txs.length,
      ids: flatten(ids),
      offsets: Uint32Array.from(places, ({ offset }) => offset),
      lengths: Uint32Array.from(places, ({ length }) => length),
    },
    found: findOutputs(scanner, txs),
    keyImages: flatten(images.map(({ keyImage }) => keyImage)),
    keyImageTx: Uint32Array.from(images, ({ index }) => index),
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
