/**
 * /getblocks.bin: blocks with their pruned transactions and the global indices of their outputs. Upstream:
 * `COMMAND_RPC_GET_BLOCKS_FAST`, src/rpc/core_rpc_server_commands_defs.h.
 *
 * The wallet worker does not decode the answer: one pass counts, checks and stores offsets. `decodeBlocks` splits the
 * answer in the worker that scans it; the scanner checks block hashes, and that the transactions are those that the
 * block lists.
 */
import type { DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import { KNOWN_RULES } from '../../protocol/block/known-rules.ts';
import { epee, writeEpee } from '../../protocol/encoding/epee.ts';
import {
  readIndices,
  skimBlocks,
  type BlockOffsets,
  type SkimmedAnswer,
} from '../../protocol/encoding/epee-skim.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { ACCESS, height } from '../json/call.ts';
import { MAX_HEIGHT } from '../../base/chain.ts';
import {
  MAX_BLOCK_BYTES,
  MAX_OUTPUT_INDEX,
  MAX_POOL,
  MAX_TX_BYTES,
  MAX_CHAIN_TX_OUTPUTS,
} from '../limits.ts';
import { bool, bytes, count, def, key, keys, list, obj, upTo } from '../schema.ts';
import { requireOk } from '../status.ts';
import { blockEntry } from './block-entry.ts';
import { binCall } from './call.ts';
import { cutAtNewerBlock } from './newer-block.ts';

/** Most blocks at once, and twice the transactions after which a node stops: the last block may exceed them. */
const LIMITS = { blocks: 1000, txs: 40_000 };
/** A node stops after the block that reaches 100 MB; the indices are added to that. */
const MAX_BYTES = 160 << 20;

export interface BlocksRequest {
  /** Block ids, newest first, genesis last. */
  readonly history?: readonly Uint8Array[];
  /** Used instead of `history`; a node reads 0 as "use the history". */
  readonly startHeight?: number;
  /** Nodes before core RPC 3.15 ignore it. */
  readonly maxBlocks?: number | undefined;
}
interface WholeRequest extends BlocksRequest {
  readonly prune?: boolean;
  readonly noMinerTx?: boolean;
  /** Blocks, both, or the pool alone. Nodes before core RPC 3.13 give blocks only. */
  readonly requestedInfo?: 0 | 1 | 2;
  /** Unix time: what came into the pool, and left it, since then. */
  readonly poolInfoSince?: number;
}

const requestOf = ({ history = [], startHeight = 0, maxBlocks, ...more }: WholeRequest) => ({
  block_ids: epee.blobs(history),
  start_height: epee.u64(startHeight),
  prune: epee.bool(more.prune ?? true),
  no_miner_tx: epee.bool(more.noMinerTx ?? false),
  requested_info: epee.u8(more.requestedInfo ?? 0),
  pool_info_since: more.poolInfoSince === undefined ? undefined : epee.u64(more.poolInfoSince),
  max_block_count: maxBlocks === undefined ? undefined : epee.u64(maxBlocks),
});

const indices = list(upTo(MAX_OUTPUT_INDEX), MAX_CHAIN_TX_OUTPUTS);
const poolTx = obj({ tx_hash: key, tx_blob: bytes(MAX_TX_BYTES), double_spend_seen: bool });

/**
 * All fields, decoded: for a few blocks at a time (`maxBlocks`). `pool_info_extent` says which of the pool's fields
 * there are: none, those since a time (1), or all (2).
 */
export const getBlocks = binCall('/getblocks.bin', {
  request: requestOf,
  maxBytes: MAX_BYTES,
  answer: {
    ...ACCESS,
    blocks: list(blockEntry, LIMITS.blocks),
    start_height: height,
    current_height: height,
    output_indices: list(obj({ indices: list(obj({ indices }), LIMITS.txs) }), LIMITS.blocks),
    daemon_time: def(count, 0),
    pool_info_extent: def(upTo(2), 0),
    added_pool_txs: list(poolTx, MAX_POOL),
    remaining_added_pool_txids: keys(MAX_POOL),
    removed_pool_txids: keys(MAX_POOL),
  },
});

/**
 * Asks for blocks and leaves them undecoded, for the scan, up to the first block of a version above `reads`. `room`: `RangeOptions`.
 */
export function getRawBlocks(
  request: BlocksRequest,
  reads = KNOWN_RULES.reads,
  room?: ArrayBuffer,
): Endpoint<RawBlocks> {
  const { startHeight = 0 } = request;
  return {
    path: '/getblocks.bin',
    admin: false,
    body: writeEpee(requestOf(request)),
    maxBytes: MAX_BYTES,
    seconds: 60,
    idempotent: true,
    room,
    read: (bytes) => {
      const skim = skimBlocks(bytes, LIMITS);
      const heads = readHeads(skim);
      // A node without new blocks answers with none, and height 0.
      if (heads.count > 0 && startHeight > 0 && heads.startHeight !== startHeight)
        throw badAnswer(`blocks from ${heads.startHeight} instead of ${startHeight}`);
      const size = bytes.length < bytes.buffer.byteLength ? { size: bytes.length } : {};
      const raw = { bytes: bytes.buffer, ...size, ...heads, offsets: skim.offsets };
      return cutAtNewerBlock(bytes, raw, reads);
    },
  };
}

/**
 * The blocks of an answer as views into its bytes. Pure; runs in the pool workers. Own fault: `bad_answer`; for an
 * answer that `getRawBlocks` accepted, only sizes of parts can be wrong.
 */
export function decodeBlocks(bytes: Uint8Array, offsets?: BlockOffsets): readonly DecodedBlock[] {
  const { blockAt, blockLength, firstTxBlob, txAt, txLength, outputCounts, indexAt } =
    offsets ?? offsetsOf(bytes);
  return Array.from(blockAt, (_, block) => {
    const first = firstTxBlob[block]!;
    const last = firstTxBlob[block + 1]!;
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
const readHeads = ({ rest, offsets }: SkimmedAnswer): Omit<RawBlocks, 'bytes' | 'size' | 'offsets'> => {
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
  if (count > MAX_CHAIN_TX_OUTPUTS) throw badAnswer(`indices of ${count} outputs`);
  const indices = readIndices(bytes, at, count);
  for (const index of indices)
    if (index > MAX_OUTPUT_INDEX) throw badAnswer('an output index beyond all chains');
  return indices;
};
