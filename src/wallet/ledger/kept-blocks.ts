/** Keeps the transactions of blocks above a gap (gaps.ts) in a small form, and gives them back to be applied again. */
import { asKeyImage, type KeyImage } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import type { FoundOutput, ScannedRange } from '../../ports/scan-pool.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readWithoutRings } from '../../protocol/tx/transaction.ts';
import { feeOf } from '../scan/find-outputs.ts';
import { hashAt, type Chain } from '../state/chain.ts';
import type { KeptBlocks } from '../state/records/gaps.ts';
import { blobOf, type BlockTransactions } from './block-transactions.ts';
import type { DraftTables } from './draft-tables.ts';

type Tables = Pick<DraftTables, 'get' | 'put' | 'delete' | 'entries'>;

/** Keeps the blocks `skip` to `count - 1` of the range if there is a gap below them. */
export function keepBlocks(draft: Tables, range: ScannedRange, skip: number, count: number): void {
  const startHeight = range.startHeight + skip;
  if (skip >= count || !draft.entries('gaps').some(([, { from }]) => from < startHeight)) return;
  draft.put('keptBlocks', String(startHeight), kept(range, skip, count));
}

const kept = (range: ScannedRange, skip: number, count: number): KeptBlocks => {
  const { blocks, txs, keyImages, keyImageTx } = range;
  const [first, end] = [blocks.firstTx[skip]!, blocks.firstTx[count]!];
  const ours = new Set(range.found.map(({ tx }) => tx));
  /** The index of each kept transaction in the record. */
  const recordIndices = new Map<number, number>();
  const firstTx = [0];
  let block = skip;
  for (let t = first; t < end; t++) {
    for (; blocks.firstTx[block + 1]! <= t; block++) firstTx.push(recordIndices.size);
    if (txs.lengths[t]! > 0 || ours.has(t)) recordIndices.set(t, recordIndices.size);
  }
  for (; block < count; block++) firstTx.push(recordIndices.size);
  const ids = new Uint8Array(32 * recordIndices.size);
  const fees = new Uint8Array(8 * recordIndices.size);
  const feesView = new DataView(fees.buffer);
  const unlockTimes: KeptBlocks['unlockTimes'][number][] = [];
  const clearAmounts: KeptBlocks['clearAmounts'][number][] = [];
  for (const [t, tx] of recordIndices) {
    ids.set(txs.ids.subarray(32 * t, 32 * t + 32), 32 * tx);
    const blob = blobOf(range, t);
    if (blob.length === 0) continue;
    const { prefix, rct } = readWithoutRings(blob, 'carrot');
    feesView.setBigUint64(8 * tx, feeOf({ prefix, rct, coinbase: false }), true);
    if (prefix.unlockTime > 0n) unlockTimes.push({ tx, time: prefix.unlockTime });
    for (const { keyImage, amount } of keyInputs(prefix))
      if (amount > 0n) clearAmounts.push({ keyImage: asKeyImage(keyImage.slice()), amount });
  }
  const [firstImage, endImage] = [imageAt(keyImageTx, first), imageAt(keyImageTx, end)];
  return {
    startHeight: range.startHeight + skip,
    count: count - skip,
    times: [...blocks.times.subarray(skip, count)],
    firstTx,
    ids,
    fees,
    unlockTimes,
    keyImages: keyImages.slice(32 * firstImage, 32 * endImage),
    keyImageTx: Array.from(keyImageTx.subarray(firstImage, endImage), (t) => recordIndices.get(t)!),
    clearAmounts,
    found: range.found
      .filter(({ tx }) => tx >= first && tx < end)
      .map((found) => ownBytes({ ...found, tx: recordIndices.get(found.tx)! })),
  };
};

/** The number of key images of the transactions before `tx`. */
const imageAt = (keyImageTx: Uint32Array, tx: number): number => {
  const index = keyImageTx.findIndex((each) => each >= tx);
  return index < 0 ? keyImageTx.length : index;
};

/** The keys of a found output are views into the columns of the whole range (scan/found-table.ts). */
const ownBytes = <T extends FoundOutput>(found: T): T =>
  Object.fromEntries(
    Object.entries(found).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Uint8Array ? value.slice() : value,
    ]),
  ) as unknown as T;

/** The kept blocks from `height` on, in chain order. */
export function keptFrom(draft: Pick<Tables, 'entries'>, height: number): readonly BlockTransactions[] {
  return draft
    .entries('keptBlocks')
    .map(([, record]) => record)
    .filter(({ startHeight }) => startHeight >= height)
    .sort((a, b) => a.startHeight - b.startHeight)
    .map(asTransactions);
}

const asTransactions = (record: KeptBlocks): BlockTransactions => {
  const fees = new DataView(record.fees.buffer, record.fees.byteOffset);
  const clear = new Map(record.clearAmounts.map(({ keyImage, amount }) => [toHex(keyImage), amount]));
  return {
    ...record,
    factsOf: (tx, found, images: readonly KeyImage[]) => {
      const coinbase = found[0]?.coinbase ?? false;
      if (coinbase) return { fee: 0n, unlockTime: found[0]!.unlockTime, coinbase, spends: [] };
      return {
        fee: fees.getBigUint64(8 * tx, true),
        unlockTime: record.unlockTimes.find((each) => each.tx === tx)?.time ?? 0n,
        coinbase,
        spends: images.map((keyImage) => ({ keyImage, amount: clear.get(toHex(keyImage)) ?? 0n })),
      };
    },
  };
};

/** Bytes that kept blocks take in memory and in the file, about. */
export function keptSize(records: Iterable<KeptBlocks>): number {
  let size = 0;
  for (const { ids, fees, keyImages, times } of records)
    size += ids.length + fees.length + keyImages.length + 16 * times.length;
  return size;
}

/**
 * Removes the blocks at or above `height` from gaps and kept blocks (a reorg): a gap ends below it, since the blocks that
 * follow will be read. `chain`: as before the reorg.
 */
export function detachGaps(draft: Tables, chain: Chain, height: number): void {
  for (const [key, gap] of draft.entries('gaps')) {
    if (gap.to <= height) continue;
    const last = hashAt(chain, height - 1);
    if (height <= gap.from || !last) draft.delete('gaps', key);
    else draft.put('gaps', key, { ...gap, to: height, last: last.slice() });
  }
  for (const [key, record] of draft.entries('keptBlocks')) {
    const count = height - record.startHeight;
    if (count <= 0) draft.delete('keptBlocks', key);
    else if (count < record.count) draft.put('keptBlocks', key, { ...record, count });
  }
}
