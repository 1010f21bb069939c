/** Scans a range, or one transaction of the pool, for our outputs. Pure; runs in the workers of the scan pool. */
import { copyBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import type { RawBlocks } from '../../ports/block-source.ts';
import type { ScannedPoolTx, ScannedRange } from '../../ports/scan-pool.ts';
import { formsOf } from '../../protocol/block/block.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readPrunedTransaction } from '../../protocol/tx/transaction.ts';
import { fault } from '../faults.ts';
import type { FindCarrot, FindTagged } from './find-carrot.ts';
import { feeOf, findOutputs, type Scanner } from './find-outputs.ts';
import { scanFastFor, type Decode } from './scan-fast.ts';
import { scanReference } from './scan-reference.ts';
import { scanOffsetsOf } from './tx-scan-offsets.ts';

/** find-carrot.ts, which loads on demand. */
export interface CarrotFinders {
  readonly findCarrot: FindCarrot;
  readonly findTagged: FindTagged;
}

/**
 * The fast scan leaves what is unusual, and what it cannot parse, to the reference scan, which reads every transaction
 * with the same parsers as the rest of the wallet. `decode` splits the node's answer into blocks and transactions. Fault node_bad_answer when a block or transaction does not parse, or when a
 * block has another number of transactions than of hashes or output indices. Its `address` is empty: the workers do
 * not know the node. `carrot` is needed for blocks from version 17 on (inline-pool.ts).
 */
export function scanRange(
  scanner: Scanner,
  raw: RawBlocks,
  decode: Decode,
  carrot?: CarrotFinders,
): ScannedRange {
  return scanRangeFor([scanner], raw, decode, carrot)[0]!;
}

/** `scanRange` for several wallets: one result for each, in their order. A fault of one is the fault of all. */
export function scanRangeFor(
  scanners: readonly Scanner[],
  raw: RawBlocks,
  decode: Decode,
  carrot?: CarrotFinders,
): readonly ScannedRange[] {
  try {
    return (
      scanFastFor(scanners, raw, decode, carrot?.findTagged) ??
      scanners.map((scanner) => scanReference(scanner, raw, decode, carrot?.findCarrot))
    );
  } catch (error) {
    if (!isFault(error) || error.code === 'node_bad_answer') throw error;
    throw fault('node_bad_answer', { address: '', what: `blocks that do not parse: ${error.code}` });
  }
}

interface PoolTxOptions {
  /** The version of the next block: it decides whether unencrypted payment ids are read, and which forms are valid. */
  readonly blockVersion?: number;
  readonly findCarrot?: FindCarrot | undefined;
}

/**
 * One transaction, of the pool or named by a person. Undefined when it does not parse: anybody can put anything into a pool, so that proves nothing about the node.
 */
export function scanPoolTx(
  scanner: Scanner,
  blob: Uint8Array,
  { blockVersion = 16, findCarrot }: PoolTxOptions = {},
): ScannedPoolTx | undefined {
  try {
    const { prefix, rct } = readPrunedTransaction(blob, formsOf({ majorVersion: blockVersion }));
    // No pool has a coinbase, but scan_tx may be asked for one.
    const coinbase = prefix.inputs.some(({ kind }) => kind === 'gen');
    const tx = { prefix, rct, coinbase, blockVersion, globalIndices: [] };
    return {
      found: [
        ...findOutputs(scanner, [tx]),
        ...(findCarrot?.(scanner, [scanOffsetsOf(prefix)], () => tx) ?? []),
      ],
      keyImages: keyInputs(prefix).map(({ keyImage }) => copyBytes(keyImage)),
      fee: feeOf(tx),
      unlockTime: prefix.unlockTime,
    };
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}
