/**
 * /getblocks.bin: blocks with their pruned transactions and the global indices of their outputs. Upstream:
 * `COMMAND_RPC_GET_BLOCKS_FAST`, src/rpc/core_rpc_server_commands_defs.h.
 * The wallet worker does not decode the answer: one pass counts, checks and stores offsets. `decodeBlocks` splits the
 * answer in the worker that scans it; the scanner checks block hashes, and that the transactions are those that the
 * block lists.
 */
import type { DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import { epee, writeEpee } from '../../protocol/encoding/epee.ts';
import {
  readIndices,
  skimBlocks,
  type BlockOffsets,
  type SkimmedAnswer,
} from '../../protocol/encoding/epee-skim.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_HEIGHT, MAX_OUTPUT_INDEX, MAX_TX_BYTES, MAX_TX_OUTPUTS } from '../limits.ts';
import { requireOk } from '../status.ts';

/**
 * Most blocks that a node sends at once, and twice the number of transactions after which it stops, since the last
 * block may exceed it.
 */
const LIMITS = { blocks: 1000, txs: 40_000 };
/** A node stops after the block that reaches 100 MB; the indices are added to that. */
const MAX_BYTES = 160 << 20;
const MAX_BLOCK_BYTES = 4 << 20;

export interface BlocksRequest {
  /** Block ids, newest first, genesis last. */
  readonly history?: readonly Uint8Array[];
  /** Used instead of `history`; a node reads 0 as "use the history". */
  readonly startHeight?: number;
  /** Nodes before core RPC 3.15 ignore it. */
  readonly maxBlocks?: number | undefined;
}

export function getBlocks({ history = [], startHeight = 0, maxBlocks }: BlocksRequest): Endpoint<RawBlocks> {
  return {
    path: '/getblocks.bin',
    body: writeEpee({
      block_ids: epee.blobs(history),
      start_height: epee.u64(startHeight),
      prune: epee.bool(true),
      no_miner_tx: epee.bool(false),
      requested_info: epee.u8(0),
      max_block_count: maxBlocks === undefined ? undefined : epee.u64(maxBlocks),
    }),
    maxBytes: MAX_BYTES,
    seconds: 60,
    idempotent: true,
    read: (bytes) => {
      const skim = skimBlocks(bytes, LIMITS);
      const heads = readHeads(skim);
      // A node without new blocks answers with none, and height 0.
      if (heads.count > 0 && startHeight > 0 && heads.startHeight !== startHeight)
        throw badAnswer(`blocks from ${heads.startHeight} instead of ${startHeight}`);
      return { bytes: bytes.buffer, ...heads, offsets: skim.offsets };
    },
  };
}

/**
 * The blocks of an answer as views into its bytes. Pure; runs in the pool workers. Faults: `bad_answer` and those of
 * the epee reader; for an answer that `getBlocks` accepted, only sizes of parts can be wrong.
 */
export function decodeBlocks(bytes: Uint8Array, offsets?: BlockOffsets): readonly DecodedBlock[] {
  const { blockAt, blockLength, txFirst, txAt, txLength, outputCounts, indexAt } =
    offsets ?? offsetsOf(bytes);
  return Array.from(blockAt, (_, block) => {
    const first = txFirst[block]!;
    const last = txFirst[block + 1]!;
    const txs: Uint8Array[] = [];
    for (let tx = first; tx < last; tx++) txs.push(view(bytes, txAt[tx]!, txLength[tx]!, MAX_TX_BYTES));
    return {
      block: view(bytes, blockAt[block]!, blockLength[block]!, MAX_BLOCK_BYTES),
      txs,
      outputCounts: outputCounts.subarray(first + block, last + block + 1),
      indicesOf: (tx: number) => {
        const list = first + block + tx;
        return indicesAt(bytes, indexAt[list]!, outputCounts[list]!);
      },
    };
  });
}

const offsetsOf = (bytes: Uint8Array): BlockOffsets => {
  const skim = skimBlocks(bytes, LIMITS);
  readHeads(skim);
  return skim.offsets;
};

/** Reads the counts and heights and compares them with each other. Fault bad_answer. */
const readHeads = ({ rest, offsets }: SkimmedAnswer): Omit<RawBlocks, 'bytes' | 'offsets'> => {
  const { blockAt, txAt, indexAt } = offsets;
  requireOk(rest.text('status'));
  const count = blockAt.length;
  const startHeight = rest.number('start_height', undefined, MAX_HEIGHT);
  const chainHeight = rest.number('current_height', undefined, MAX_HEIGHT);
  if (indexAt.length !== count + txAt.length)
    throw badAnswer(`${count + txAt.length} transactions with indices for ${indexAt.length}`);
  if (chainHeight === 0 || startHeight + count > chainHeight)
    throw badAnswer(`blocks ${startHeight} to ${startHeight + count} of a chain of ${chainHeight}`);
  return { startHeight, count, chainHeight };
};

const view = (bytes: Uint8Array, at: number, length: number, max: number): Uint8Array => {
  if (length > max) throw badAnswer(`${length} bytes in one piece, more than ${max}`);
  return bytes.subarray(at, at + length);
};

const indicesAt = (bytes: Uint8Array, at: number, count: number): readonly number[] => {
  if (count > MAX_TX_OUTPUTS) throw badAnswer(`indices of ${count} outputs`);
  const indices = readIndices(bytes, at, count);
  for (const index of indices)
    if (index > MAX_OUTPUT_INDEX) throw badAnswer('an output index beyond all chains');
  return indices;
};
