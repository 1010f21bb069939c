/**
 * Reads what the blocks of a range add to the tree of outputs: every output, also those of others, which the scan skips.
 * So it parses each transaction, with the readable parsers; growing the tree takes many times as long.
 */
import { asCommitment, asPublicKey } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';
import { formsOf, readBlock } from '../../protocol/block/block.ts';
import type { Block, OutputTree } from '../../protocol/block/types.ts';
import type { ChainOutput } from '../../protocol/fcmp/output.ts';
import type { TreeBlock } from '../../protocol/fcmp/path-cache.ts';
import { firstTreeWith } from '../../protocol/fcmp/unlock.ts';
import { zeroCommit } from '../../protocol/rct/amount.ts';
import { readWithoutRings } from '../../protocol/tx/transaction.ts';
import type { Transaction } from '../../protocol/tx/types.ts';
import { fault } from '../faults.ts';

export interface RangeBlock extends TreeBlock {
  readonly id: Uint8Array;
  readonly version: number;
  /** Absent before version 17. */
  readonly tree: OutputTree | undefined;
}

/** With the positions of its blocks: ranges that were joined have none. */
type LaidOutRange = ScannedRange & Required<Pick<ScannedRange, 'offsets'>>;

export function areLaidOut(ranges: readonly ScannedRange[]): ranges is readonly LaidOutRange[] {
  return ranges.every(({ offsets }) => offsets !== undefined);
}

/** The blocks from height `from` on. Fault node_bad_answer when a block or transaction does not parse. */
export function* blocksOf(
  ranges: readonly LaidOutRange[],
  from: number,
): Generator<RangeBlock, void, undefined> {
  for (const range of ranges) yield* blocksOfRange(range, from);
}

function* blocksOfRange(range: LaidOutRange, from: number): Generator<RangeBlock, void, undefined> {
  const { startHeight, blocks, found } = range;
  const own = new Set(found.map(({ tx, outputIndex }) => `${tx}:${outputIndex}`));
  for (let b = Math.max(0, from - startHeight); b < blocks.count; b++) {
    const { block, txs } = readParts(range, b);
    const height = startHeight + b;
    const outputs = [block.minerTx, ...txs].flatMap((tx, t) => {
      const enters = firstTreeWith(tx.prefix.unlockTime, height);
      return outputsOf(tx).map((output, i) => ({
        output,
        enters,
        isOwn: own.has(`${blocks.firstTx[b]! + t}:${i}`),
      }));
    });
    const { majorVersion: version } = block.header;
    yield { height, outputs, id: blocks.ids.slice(32 * b, 32 * b + 32), version, tree: block.tree };
  }
}

/** Copies: a view would keep the whole range in memory. */
const outputsOf = ({ prefix, rct }: Transaction): readonly ChainOutput[] =>
  prefix.outputs.map(({ key, amount, carrot }, i) => ({
    kind: carrot ? 'carrot' : 'legacy',
    key: asPublicKey(key.slice()),
    commitment: asCommitment((rct?.commitments[i] ?? zeroCommit(amount)).slice()),
  }));

const readParts = (
  { parts, offsets }: LaidOutRange,
  block: number,
): { readonly block: Block; readonly txs: readonly Transaction[] } => {
  const bytes = new Uint8Array(parts[0]!.bytes);
  const { blockAt, blockLength, firstTxBlob, txAt, txLength } = offsets;
  const part = (at: number, length: number): Uint8Array => bytes.subarray(at, at + length);
  try {
    const read = readBlock(part(blockAt[block]!, blockLength[block]!));
    const txs: Transaction[] = [];
    for (let tx = firstTxBlob[block]!; tx < firstTxBlob[block + 1]!; tx++)
      txs.push(readWithoutRings(part(txAt[tx]!, txLength[tx]!), formsOf(read.header)));
    return { block: read, txs };
  } catch (error) {
    if (!isFault(error)) throw error;
    throw fault('node_bad_answer', { address: '', what: `outputs that do not parse: ${error.code}` });
  }
};
