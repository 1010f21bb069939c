/** The transactions of consecutive blocks as the ledger applies them: from a scanned range, or kept ones (kept-blocks.ts). */
import { asKeyImage, type KeyImage } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import type { BlockTable, FoundOutput, ScannedRange } from '../../ports/scan-pool.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readWithoutRings } from '../../protocol/tx/transaction.ts';
import { feeOf } from '../scan/find-outputs.ts';

export interface TxFacts {
  readonly fee: bigint;
  readonly unlockTime: bigint;
  readonly coinbase: boolean;
  /** Its inputs that are ours, with clear amounts (0 for RingCT). */
  readonly spends: readonly { readonly keyImage: KeyImage; readonly amount: bigint }[];
}

export interface BlockTransactions {
  readonly startHeight: number;
  /** Number of blocks. */
  readonly count: number;
  /** Of each block. */
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

/** The first `count` blocks of the range. */
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

/** Returns a function from a transaction's index to its key images. Call it with ascending indices. */
export function imagesByTx({
  keyImages,
  keyImageTx,
}: Pick<BlockTransactions, 'keyImages' | 'keyImageTx'>): (tx: number) => KeyImage[] {
  let next = 0;
  return (tx) => {
    while (keyImageTx[next]! < tx) next++;
    const images: KeyImage[] = [];
    for (; keyImageTx[next] === tx; next++)
      images.push(asKeyImage(keyImages.slice(32 * next, 32 * next + 32)));
    return images;
  };
}

/** A pruned transaction; empty for a coinbase. */
export function blobOf({ parts, txs }: Pick<ScannedRange, 'parts' | 'txs'>, tx: number): Uint8Array {
  const { bytes } = parts.findLast(({ firstTx }) => firstTx <= tx)!;
  return new Uint8Array(bytes, txs.offsets[tx], txs.lengths[tx]);
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
  const blob = blobOf(range, t);
  if (blob.length === 0) {
    const any = found[0];
    return { fee: 0n, unlockTime: any?.unlockTime ?? 0n, coinbase: true, spends: [] };
  }
  // The scan has decided already which forms are valid in its block.
  const { prefix, rct } = readWithoutRings(blob, 'carrot');
  const amounts = new Map(keyInputs(prefix).map(({ keyImage, amount }) => [toHex(keyImage), amount]));
  return {
    fee: feeOf({ prefix, rct, coinbase: false }),
    unlockTime: prefix.unlockTime,
    coinbase: false,
    spends: images.map((keyImage) => ({ keyImage, amount: amounts.get(toHex(keyImage)) ?? 0n })),
  };
}
