/** The fast scan of a range: one kernel call over all of it; only transactions with a match are parsed. */
import { kernel } from '../../kernel/kernel.ts';
import type { DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import type { FoundOutput, ScannedRange, TxTable } from '../../ports/scan-pool.ts';
import type { BlockOffsets } from '../../protocol/encoding/epee-skim.ts';
import { buildRange, readScanTx } from './build-range.ts';
import type { FindTagged } from './find-carrot.ts';
import { findAmong, type Scanner, type ScanTx } from './find-outputs.ts';
import { countOutputs } from './output-counts.ts';

/** Splits an answer into views of blocks and transactions, unparsed. `offsets`: their positions, if known. */
export type Decode = (bytes: Uint8Array, offsets?: BlockOffsets) => readonly DecodedBlock[];

/**
 * Undefined when the fast scan cannot read this range: then use scan-reference.ts. `findTagged` is needed for blocks from
 * version 17 on.
 */
export function scanFast(
  scanner: Scanner,
  raw: RawBlocks,
  decode: Decode,
  findTagged?: FindTagged,
): ScannedRange | undefined {
  return scanFastFor([scanner], raw, decode, findTagged)?.[0];
}

/** `scanFast` for several wallets: the range is read once, and the results share the lists that depend on no key. */
export function scanFastFor(
  scanners: readonly Scanner[],
  raw: RawBlocks,
  decode: Decode,
  findTagged?: FindTagged,
): readonly ScannedRange[] | undefined {
  const { offsets, startHeight } = raw;
  if (!offsets) return undefined;
  const bytes = new Uint8Array(raw.bytes);
  const secrets = scanners.map(({ keys }) => keys.viewSecret);
  const passes = kernel.scanBlocks?.(secrets, bytes, startHeight, offsets);
  if (!passes?.[0]) return undefined;
  const { majorVersions, txIds } = passes[0];
  let decoded: readonly DecodedBlock[] | undefined;
  const decodeOnce = () => (decoded ??= decode(bytes, offsets));
  const reader = () => txReader(decodeOnce, offsets, majorVersions);
  const table = {
    // Index of each block's first transaction in the range. `firstTxBlob` does not count coinbase transactions, so add one
    // for each earlier block.
    firstTx: offsets.firstTxBlob.map((first, block) => first + block),
    ...txPositions(txIds.length / 32, offsets),
    counts: countOutputs(bytes, offsets),
  };
  return passes.map((pass, i) => {
    const scanner = scanners[i]!;
    const { candidates, derivations, tagged } = pass;
    const found = findAmong(scanner, [candidates], derivations, reader());
    const inCarrot = tagged.txs.length > 0 ? findTagged?.(scanner, tagged, reader()) : undefined;
    return buildRange(raw, { ...pass, ...table }, inChainOrder(found, inCarrot));
  });
}

/** Joins outputs of today and those of Carrot. No transaction has outputs of both kinds. */
export function inChainOrder(
  found: readonly FoundOutput[],
  inCarrot: readonly FoundOutput[] = [],
): readonly FoundOutput[] {
  return inCarrot.length === 0 ? found : [...found, ...inCarrot].sort((a, b) => a.tx - b.tx);
}

/** Byte positions and lengths of transactions by their index in the range; both are 0 for coinbase transactions. */
const txPositions = (
  count: number,
  { firstTxBlob, txAt, txLength }: BlockOffsets,
): Pick<TxTable, 'offsets' | 'lengths'> => {
  const offsets = new Uint32Array(count);
  const lengths = new Uint32Array(count);
  for (let block = 0; block + 1 < firstTxBlob.length; block++) {
    const [from, to] = [firstTxBlob[block]!, firstTxBlob[block + 1]!];
    const txIndex = from + block + 1;
    offsets.set(txAt.subarray(from, to), txIndex);
    lengths.set(txLength.subarray(from, to), txIndex);
  }
  return { offsets, lengths };
};

/** Reads transactions by their indices in the range. Call it in ascending order. */
const txReader = (
  decode: () => readonly DecodedBlock[],
  { firstTxBlob }: BlockOffsets,
  majorVersions: Uint32Array,
): ((txIndex: number) => ScanTx) => {
  let block = 0;
  return (txIndex) => {
    // The index of the next block's coinbase transaction is `firstTxBlob[block + 1] + block + 1`.
    while (firstTxBlob[block + 1]! + block + 1 <= txIndex) block++;
    return readScanTx(decode()[block]!, txIndex - firstTxBlob[block]! - block, majorVersions[block]!);
  };
};
