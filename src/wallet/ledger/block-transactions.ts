/** The transactions of consecutive blocks as the ledger applies them: from a scanned range, or kept ones (kept-blocks.ts). */
import type { KeyImage } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { BlockTable, FoundOutput, ScannedRange } from '../../ports/scan-pool.ts';
import { extraPaymentId } from '../../protocol/tx/extra.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readWithoutRings } from '../../protocol/tx/transaction.ts';
import type { TxPrefix } from '../../protocol/tx/types.ts';
import { feeOf } from '../scan/find-outputs.ts';

const NONE: readonly KeyImage[] = [];

export interface TxFacts {
  readonly fee: bigint;
  readonly unlockTime: bigint;
  readonly coinbase: boolean;
  /** Inputs that are ours, with clear amounts (0 for RingCT). */
  readonly spends: readonly { readonly keyImage: KeyImage; readonly amount: bigint }[];
  /** The unencrypted payment id (32 bytes) of a transaction that spends our outputs. */
  readonly paymentId?: Uint8Array;
}

export interface BlockTransactions {
  readonly startHeight: number;
  readonly count: number;
  readonly times: ArrayLike<number>;
  /** Block i has the transactions firstTx[i] to firstTx[i + 1] - 1. */
  readonly firstTx: ArrayLike<number>;
  /** 32 bytes each. */
  readonly ids: Uint8Array;
  readonly found: readonly FoundOutput[];
  /** 32 bytes each, and the transaction of each. */
  readonly keyImages: Uint8Array;
  readonly keyImageTx: ArrayLike<number>;
  factsOf(tx: number, found: readonly FoundOutput[], images: readonly KeyImage[]): TxFacts;
  /** Absent: the bytes were not kept. */
  readonly blobOf?: (tx: number) => Uint8Array;
}

export function transactionsOf(range: ScannedRange, count = range.blocks.count): BlockTransactions {
  const { startHeight, blocks, txs, found, keyImages, keyImageTx } = range;
  return {
    startHeight,
    count,
    times: blocks.times,
    firstTx: blocks.firstTx,
    ids: txs.ids,
    found,
    keyImages,
    keyImageTx,
    factsOf: (tx, outputs, images) => factsOf(range, tx, outputs, images),
    blobOf: (tx) => blobOf(range, tx),
  };
}

export function idAt({ ids }: Pick<BlockTable, 'ids'>, block: number): Uint8Array {
  return ids.subarray(32 * block, 32 * block + 32);
}
export function previousIdAt({ previousIds }: Pick<BlockTable, 'previousIds'>, block: number): Uint8Array {
  return previousIds.subarray(32 * block, 32 * block + 32);
}

/**
 * Returns a function from a transaction's index to those of its key images that are ours. Call it with ascending indices.
 * `ownImage` gets a view of each and returns the output's own array if it is ours: nearly all are foreign, and a copy of
 * each would cost more than the look.
 */
export function ownImagesByTx(
  { keyImages, keyImageTx }: Pick<BlockTransactions, 'keyImages' | 'keyImageTx'>,
  ownImage: (keyImage: Uint8Array) => KeyImage | undefined,
): (tx: number) => readonly KeyImage[] {
  let next = 0;
  return (tx) => {
    while (keyImageTx[next]! < tx) next++;
    let images: KeyImage[] | undefined;
    for (; keyImageTx[next] === tx; next++) {
      const image = ownImage(keyImages.subarray(32 * next, 32 * next + 32));
      if (image) (images ??= []).push(image);
    }
    return images ?? NONE;
  };
}

/** A pruned transaction; empty for a coinbase. */
export function blobOf({ parts, txs }: Pick<ScannedRange, 'parts' | 'txs'>, tx: number): Uint8Array {
  const { bytes } = parts.findLast(({ firstTx }) => firstTx <= tx)!;
  return new Uint8Array(bytes, txs.offsets[tx], txs.lengths[tx]);
}

/** The unencrypted payment id of 32 bytes, if the transaction has one. */
export function longPaymentId({ extra }: Pick<TxPrefix, 'extra'>): Pick<TxFacts, 'paymentId'> {
  const id = extraPaymentId(extra);
  return id?.kind === 'long' ? { paymentId: id.bytes.slice() } : {};
}

/**
 * Fee, unlock time and clear input amounts: from the findings, or, when it spends our outputs, from the transaction.
 */
export function factsOf(
  range: ScannedRange,
  t: number,
  found: readonly FoundOutput[],
  images: readonly KeyImage[],
): TxFacts {
  const [any] = found;
  if (range.txs.lengths[t] === 0)
    return { fee: 0n, unlockTime: any?.unlockTime ?? 0n, coinbase: true, spends: [] };
  if (any && images.length === 0)
    return { fee: any.fee, unlockTime: any.unlockTime, coinbase: false, spends: [] };
  const blob = blobOf(range, t);
  // The scan has decided already which forms are valid in its block.
  const { prefix, rct } = readWithoutRings(blob, 'carrot');
  const inputs = keyInputs(prefix);
  return {
    fee: feeOf({ prefix, rct, coinbase: false }),
    unlockTime: prefix.unlockTime,
    coinbase: false,
    spends: images.map((keyImage) => ({
      keyImage,
      amount: inputs.find((input) => equalBytes(input.keyImage, keyImage))?.amount ?? 0n,
    })),
    ...longPaymentId(prefix),
  };
}
