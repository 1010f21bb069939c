/**
 * One range of blocks to its findings the short way: the kernel passes over all of it at once, and only transactions
 * with something of ours are read.
 */
import { kernel } from '../../kernel/kernel.ts';
import type { SkimmedBlocks } from '../../kernel/interface.ts';
import type { BlockOffsets, DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import type { BlockTable, ScannedRange, TxTable } from '../../ports/scan-pool.ts';
import { readBlock } from '../../protocol/block/block.ts';
import { readWithoutRings } from '../../protocol/tx/transaction.ts';
import { countOutputs, type OutputCounts } from './output-counts.ts';
import { findAmong, type Scanner, type ScanTx } from './find-outputs.ts';

/** Reads the blocks of an answer; `places` tells where they lie, if anybody knows. */
export type Decode = (bytes: Uint8Array, places?: BlockOffsets) => readonly DecodedBlock[];

/** Undefined when that does not go here: then all of it has to be read. */
export function scanFast(scanner: Scanner, raw: RawBlocks, decode: Decode): ScannedRange | undefined {
  const { places, startHeight } = raw;
  if (!places) return undefined;
  const bytes = new Uint8Array(raw.bytes);
  const layout = { ...places, outputCounts: places.indexCount };
  const skimmed = kernel.scanBlocks?.(scanner.keys.viewSecret, bytes, startHeight, layout);
  if (!skimmed) return undefined;
  const { likely, derivations, keyImages, keyImageTx } = skimmed;
  const readTx = txReader(() => decode(bytes, places), places, skimmed.majorVersions);
  return {
    startHeight,
    chainHeight: raw.chainHeight,
    bytes: raw.bytes,
    places,
    blocks: { ...blocksOf(skimmed, places), ...countOutputs(bytes, places) },
    txs: tableOf(skimmed, places),
    found: findAmong(scanner, likely, derivations, readTx),
    keyImages,
    keyImageTx,
  };
}

const blocksOf = (
  skimmed: SkimmedBlocks,
  { txFirst }: BlockOffsets,
): Omit<BlockTable, keyof OutputCounts> => ({
  count: skimmed.times.length,
  ids: skimmed.blockIds,
  previousIds: skimmed.previousIds,
  times: skimmed.times,
  // Each block before has a miner's transaction as well.
  firstTx: txFirst.map((first, block) => first + block),
  lastReward: skimmed.lastReward,
});

/** Coinbases stay 0. */
const tableOf = ({ txIds }: SkimmedBlocks, { txFirst, txAt, txLength }: BlockOffsets): TxTable => {
  const count = txIds.length / 32;
  const offsets = new Uint32Array(count);
  const lengths = new Uint32Array(count);
  for (let block = 0; block + 1 < txFirst.length; block++) {
    const [from, to] = [txFirst[block]!, txFirst[block + 1]!];
    const txIndex = from + block + 1;
    offsets.set(txAt.subarray(from, to), txIndex);
    lengths.set(txLength.subarray(from, to), txIndex);
  }
  return { count, ids: txIds, offsets, lengths };
};

/** Reads transactions, in ascending order. */
const txReader = (
  decode: () => readonly DecodedBlock[],
  { txFirst }: BlockOffsets,
  majorVersions: Uint32Array,
): ((txIndex: number) => ScanTx) => {
  let decoded: readonly DecodedBlock[] | undefined;
  let block = 0;
  return (txIndex) => {
    decoded ??= decode();
    while (txFirst[block + 1]! + block + 1 <= txIndex) block++;
    const each = decoded[block]!;
    const at = txIndex - txFirst[block]! - block;
    const { prefix, rct } = at === 0 ? readBlock(each.block).minerTx : readWithoutRings(each.txs[at - 1]!);
    const globalIndices = each.indicesOf(at);
    return { prefix, rct, coinbase: at === 0, globalIndices, blockVersion: majorVersions[block]! };
  };
};
