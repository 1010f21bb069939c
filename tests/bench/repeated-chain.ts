/**
 * A long chain for the bench: transactions of a real one, repeated in new blocks that follow each other as the rules ask:
 * ids, heights of coinbases and indices of outputs are right, so that every wallet reads it. It answers
 * `/getblocks.bin` as monerod does, in the same order of fields. The blocks are made once; an answer copies them.
 */
import type { TxId } from '../../src/base/brands.ts';
import { toHex } from '../../src/base/hex.ts';
import { decodeBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { blockId, readBlock, writeBlock } from '../../src/protocol/block/block.ts';
import type { Block } from '../../src/protocol/block/types.ts';
import { genesisId } from '../../src/protocol/block/genesis.ts';
import { epee, readEpee, writeEpee } from '../../src/protocol/encoding/epee.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

/** Most blocks of one answer. Upstream: COMMAND_RPC_GET_BLOCKS_FAST_MAX_BLOCK_COUNT. */
const MOST_BLOCKS = 1000;
/** An answer of so many transactions ends. Upstream: COMMAND_RPC_GET_BLOCKS_FAST_MAX_TX_COUNT. */
const MANY_TXS = 20_000;
/** It has so many blocks nevertheless. Upstream: Blockchain::find_blockchain_supplement. */
const FEWEST_BLOCKS = 3;
const SECONDS = 120;
const UNLOCK = 60n;

/** The body of a request for all blocks of a short chain. */
export async function requestOfAll(): Promise<Uint8Array> {
  await useWasmKernel();
  return writeEpee({ block_ids: epee.blobs([genesisId('mainnet')]), prune: epee.bool(true) });
}

/** A chain for the bench. */
export interface RepeatedChain {
  readonly height: number;
  /** Id of the newest block, in hex. */
  readonly topHash: string;
  /** Bytes of all blocks with their transactions. */
  readonly bytes: number;
  /** The answer to a request's body. */
  readonly answer: (request: Uint8Array) => Uint8Array;
}
export interface Length {
  readonly blocks: number;
  readonly txsPerBlock: number;
}

/** A transaction as it stands in an answer, and its number of outputs. */
export interface Template {
  readonly entry: Buffer;
  readonly id: TxId;
  readonly outputs: number;
}
interface MadeBlock {
  /** As it stands in an answer. Transactions are shared by all blocks that have them. */
  readonly entry: readonly Buffer[];
  /** Number of RingCT outputs on the chain before it, and of each of its transactions. */
  readonly firstOutput: number;
  readonly outputs: readonly number[];
}

/** `blob`: a pruned transaction. */
export function templateOf(blob: Uint8Array, id: TxId, outputs: number): Template {
  return { entry: txEntry(blob), id, outputs };
}

/**
 * `answer`: one of `/getblocks.bin` from the genesis block on, pruned; it must have `txsPerBlock` transactions at least,
 * unless others are `given`. The result has `blocks` blocks above the genesis block.
 */
export async function repeatChain(
  answer: Uint8Array,
  { blocks, txsPerBlock }: Length,
  given?: readonly Template[],
): Promise<RepeatedChain> {
  await useWasmKernel();
  const real = decodeBlocks(answer).map(({ block, txs, outputCounts }) => ({
    block: readBlock(block),
    blob: block,
    txs,
    outputCounts,
  }));
  const templates =
    given ??
    real.flatMap(({ block, txs, outputCounts }) =>
      txs.map((blob, i) => templateOf(blob, block.txHashes[i]!, outputCounts[i + 1]!)),
    );
  const [genesis] = real;
  const miner = real.at(-1)!;
  const minerOutputs = miner.outputCounts[0]!;
  if (!genesis || templates.length < txsPerBlock) throw new Error('This chain has too few transactions.');
  const made: MadeBlock[] = [{ entry: blockEntry(genesis.blob, []), firstOutput: 0, outputs: [1] }];
  const heights = new Map([[toHex(blockId(genesis.block)), 0]]);
  let previous = blockId(genesis.block);
  // The genesis block's output has an open amount, so it is not among the RingCT outputs.
  let [firstOutput, bytes, next] = [0, genesis.blob.length, 0];
  for (let height = 1; height <= blocks; height++) {
    const txs = Array.from({ length: txsPerBlock }, () => templates[next++ % templates.length]!);
    const block = blockAt(miner.block, height, previous, txs);
    const entry = blockEntry(
      writeBlock(block),
      txs.map((tx) => tx.entry),
    );
    const outputs = [minerOutputs, ...txs.map((tx) => tx.outputs)];
    made.push({ entry, firstOutput, outputs });
    firstOutput += outputs.reduce((sum, each) => sum + each, 0);
    bytes += entry.reduce((sum, { length }) => sum + length, 0);
    previous = blockId(block);
    heights.set(toHex(previous), height);
  }
  return {
    height: made.length,
    topHash: toHex(previous),
    bytes,
    answer: (request) => answerTo(made, heights, request),
  };
}

const blockAt = (model: Block, height: number, prevHash: Uint8Array, txs: readonly Template[]): Block => ({
  header: { ...model.header, prevHash, timestamp: 1_600_000_000 + SECONDS * height },
  minerTx: {
    ...model.minerTx,
    prefix: {
      ...model.minerTx.prefix,
      unlockTime: BigInt(height) + UNLOCK,
      inputs: [{ kind: 'gen', height }],
    },
  },
  txHashes: txs.map(({ id }) => id),
});

const answerTo = (
  made: readonly MadeBlock[],
  heights: ReadonlyMap<string, number>,
  request: Uint8Array,
): Uint8Array => {
  const asked = readEpee(request);
  const ids = asked.blobs('block_ids', 32);
  const wanted = Math.min(asked.number('max_block_count', 0) || MOST_BLOCKS, MOST_BLOCKS);
  const start =
    asked.number('start_height', 0) ||
    (ids.map((id) => heights.get(toHex(id))).find((height) => height !== undefined) ?? 0);
  const atTip = ids.length > 0 && heights.get(toHex(ids[0]!)) === made.length - 1;
  const blocks = atTip ? [] : blocksFrom(made, start, wanted);
  // Writers leave empty lists out.
  const list = (name: string, items: readonly Buffer[]): Buffer[] =>
    blocks.length === 0 ? [] : [field(name, LIST_OF_SECTIONS), size(blocks.length), ...items];
  return Buffer.concat([
    SIGNATURE,
    size(blocks.length === 0 ? 6 : 8),
    ...list(
      'blocks',
      blocks.flatMap(({ entry }) => entry),
    ),
    ...[field('current_height', U64), u64(made.length)],
    ...[field('daemon_time', U64), u64(0)],
    ...list('output_indices', blocks.map(indicesEntry)),
    ...[field('start_height', U64), u64(atTip ? 0 : start)],
    ...[field('status', BYTES), text('OK')],
    ...[field('top_hash', BYTES), text('')],
    ...[field('untrusted', BOOL), Buffer.of(0)],
  ]);
};

const blocksFrom = (made: readonly MadeBlock[], start: number, wanted: number): readonly MadeBlock[] => {
  let end = start;
  for (let txs = 0; end < made.length && end - start < wanted; end++) {
    if (end - start >= FEWEST_BLOCKS && txs >= MANY_TXS) break;
    txs += made[end]!.outputs.length - 1;
  }
  return made.slice(start, end);
};

// The parts of epee portable storage that such an answer needs: contrib/epee/include/storages/portable_storage_to_bin.h.
const SIGNATURE = Buffer.from('011101010101020101', 'hex');
const U64 = 5;
const BYTES = 10;
const BOOL = 11;
const LIST_OF_SECTIONS = 0x8c;
const U64_LIST = 0x85;

const size = (n: number): Buffer => {
  if (n < 1 << 6) return Buffer.of(n << 2);
  const wide = Buffer.alloc(n < 1 << 14 ? 2 : 4);
  if (wide.length === 2) wide.writeUInt16LE((n << 2) | 1);
  else wide.writeUInt32LE(n * 4 + 2);
  return wide;
};
const u64 = (n: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(n));
  return bytes;
};
const field = (name: string, type: number): Buffer =>
  Buffer.concat([Buffer.of(name.length), Buffer.from(name), Buffer.of(type)]);
const blob = (bytes: Uint8Array): Buffer => Buffer.concat([size(bytes.length), bytes]);
const text = (given: string): Buffer => blob(Buffer.from(given));

const txEntry = (bytes: Uint8Array): Buffer =>
  Buffer.concat([
    size(2),
    ...[field('blob', BYTES), blob(bytes)],
    ...[field('prunable_hash', BYTES), blob(new Uint8Array(32))],
  ]);
const blockEntry = (block: Uint8Array, txs: readonly Buffer[]): readonly Buffer[] => [
  Buffer.concat([
    size(txs.length === 0 ? 2 : 3),
    ...[field('block', BYTES), blob(block)],
    ...[field('pruned', BOOL), Buffer.of(1)],
    ...(txs.length === 0 ? [] : [field('txs', LIST_OF_SECTIONS), size(txs.length)]),
  ]),
  ...txs,
];

const indicesEntry = ({ firstOutput, outputs }: MadeBlock): Buffer => {
  let next = firstOutput;
  const lists = outputs.map((count) => {
    const numbers = Buffer.alloc(8 * count);
    for (let i = 0; i < count; i++) {
      numbers.writeUInt32LE(next % 2 ** 32, 8 * i);
      numbers.writeUInt32LE(Math.floor(next++ / 2 ** 32), 8 * i + 4);
    }
    return Buffer.concat([INDICES_OF_TX, size(count), numbers]);
  });
  return Buffer.concat([size(1), field('indices', LIST_OF_SECTIONS), size(lists.length), ...lists]);
};
const INDICES_OF_TX = Buffer.concat([size(1), field('indices', U64_LIST)]);
