/**
 * /getblocks.bin: blocks with their pruned transactions and the global indices of their outputs.
 * Upstream: `COMMAND_RPC_GET_BLOCKS_FAST`, `block_complete_entry` in src/cryptonote_protocol/cryptonote_protocol_defs.h.
 *
 * The answer crosses this worker undecoded: `skimBlocks` walks it once, building nothing, and `decodeBlocks` cuts it up
 * where it is scanned. What a block hashes to and whether its transactions are the ones it lists is the scanner's to check.
 */
import type { DecodedBlock, RawBlocks } from '../../ports/block-source.ts';
import { readSize, epee, writeEpee } from '../../protocol/encoding/epee.ts';
import type { Reader } from '../../protocol/encoding/reader.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_HEIGHT, MAX_OUTPUT_INDEX, MAX_TX_BYTES, MAX_TX_OUTPUTS } from '../limits.ts';
import { requireOk } from '../json/call.ts';
import { expectType, listType, readUnsigned, TYPE, walkMessage, walkSection } from './walk.ts';

/** Most blocks a node sends at once. */
export const MAX_BLOCKS = 1000;
/** Most transactions at once, but one block may go over it. */
const MAX_TXS = 40_000;
/** A node stops after the block that makes 100 MB; the indices come on top. */
const MAX_BYTES = 160 << 20;
const MAX_BLOCK_BYTES = 4 << 20;

export interface BlocksRequest {
  /** Newest first, genesis last. */
  readonly history?: readonly Uint8Array[];
  /** Instead of `history`; 0 is no height but "by history". */
  readonly startHeight?: number;
  /** Nodes before core RPC 3.15 do not heed it. */
  readonly maxBlocks?: number | undefined;
}

export const getBlocks = ({
  history = [],
  startHeight = 0,
  maxBlocks,
}: BlocksRequest): Endpoint<RawBlocks> => ({
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
    const skim = skimBlocks(bytes);
    // A node that has nothing new answers without blocks, from height 0.
    if (skim.count > 0 && startHeight > 0 && skim.startHeight !== startHeight)
      throw badAnswer(`blocks from ${skim.startHeight} instead of ${startHeight}`);
    return { bytes: bytes.buffer, ...skim };
  },
});

export type BlocksSkim = Pick<RawBlocks, 'startHeight' | 'count' | 'chainHeight'>;

/** Counts and heights, checked against each other; every byte of the message is walked, none is copied. */
export const skimBlocks = (bytes: Uint8Array): BlocksSkim => {
  let blocks: number | undefined;
  let indices: number | undefined;
  const heads = readHeads(bytes, (name, type, reader) => {
    if (name === 'blocks') {
      if (blocks !== undefined) throw badAnswer('blocks twice');
      blocks = eachSection(name, type, reader, () => walkSection(reader, () => false));
    } else {
      if (indices !== undefined) throw badAnswer('output_indices twice');
      indices = eachSection(name, type, reader, () => walkSection(reader, () => false));
    }
  });
  return checkHeads(heads, blocks ?? 0, indices ?? 0);
};

/**
 * The blocks of an answer, as views into it. Pure: runs in the scan pool. Faults: `bad_answer` and those of the epee reader.
 */
export const decodeBlocks = (bytes: Uint8Array): readonly DecodedBlock[] => {
  const blocks: Pick<DecodedBlock, 'block' | 'txs'>[] = [];
  const indices: (readonly (readonly number[])[])[] = [];
  let txs = 0;
  const heads = readHeads(bytes, (name, type, reader) => {
    if (name === 'blocks') {
      if (blocks.length > 0) throw badAnswer('blocks twice');
      eachSection(name, type, reader, () => {
        const block = readBlock(reader);
        txs += block.txs.length;
        if (txs > MAX_TXS) throw badAnswer(`more than ${MAX_TXS} transactions`);
        blocks.push(block);
      });
    } else {
      if (indices.length > 0) throw badAnswer('output_indices twice');
      eachSection(name, type, reader, () => void indices.push(readBlockIndices(reader)));
    }
  });
  checkHeads(heads, blocks.length, indices.length);
  return blocks.map(({ block, txs: blobs }, i) => {
    const outputIndices = indices[i]!;
    if (outputIndices.length !== blobs.length + 1)
      throw badAnswer(`${outputIndices.length} lists of indices for ${blobs.length + 1} transactions`);
    return { block, txs: blobs, outputIndices };
  });
};

interface Heads {
  readonly startHeight: number | undefined;
  readonly chainHeight: number | undefined;
  readonly status: string | undefined;
}

const checkHeads = (
  { startHeight, chainHeight, status }: Heads,
  blocks: number,
  indices: number,
): BlocksSkim => {
  if (status === undefined) throw badAnswer('no status');
  requireOk(status);
  if (startHeight === undefined || chainHeight === undefined) throw badAnswer('no heights');
  if (chainHeight === 0 || chainHeight > MAX_HEIGHT) throw badAnswer(`a chain of ${chainHeight} blocks`);
  if (blocks !== indices) throw badAnswer(`${blocks} blocks with indices for ${indices}`);
  if (startHeight + blocks > chainHeight)
    throw badAnswer(`blocks ${startHeight} to ${startHeight + blocks} of a chain of ${chainHeight}`);
  return { startHeight, count: blocks, chainHeight };
};

/** Walks the outermost section; `list` must read the value of `blocks` and of `output_indices`. */
const readHeads = (bytes: Uint8Array, list: (name: string, type: number, reader: Reader) => void): Heads => {
  const heads = {
    startHeight: undefined as number | undefined,
    chainHeight: undefined as number | undefined,
    status: undefined as string | undefined,
  };
  walkMessage(bytes, (name, type, reader) => {
    switch (name) {
      case 'blocks':
      case 'output_indices':
        list(name, type, reader);
        return true;
      case 'start_height':
        heads.startHeight = readUnsigned(reader, type);
        return true;
      case 'current_height':
        heads.chainHeight = readUnsigned(reader, type);
        return true;
      case 'status':
        expectType(name, type, TYPE.bytes);
        heads.status = new TextDecoder().decode(takeBytes(name, reader, 1000));
        return true;
      default:
        return false;
    }
  });
  return heads;
};

/** Calls `read` for each section of a list, and tells how many there were. */
const eachSection = (name: string, type: number, reader: Reader, read: () => void): number => {
  expectType(name, type, listType('section'));
  const n = readSize(reader);
  if (n > MAX_BLOCKS) throw badAnswer(`${n} items of ${name}, more than ${MAX_BLOCKS}`);
  for (let i = 0; i < n; i++) read();
  return n;
};

const takeBytes = (name: string, reader: Reader, max: number): Uint8Array => {
  const n = readSize(reader);
  if (n > max) throw badAnswer(`${name} of ${n} bytes, more than ${max}`);
  return reader.take(n);
};

const readBlock = (reader: Reader): Pick<DecodedBlock, 'block' | 'txs'> => {
  let block: Uint8Array | undefined;
  let txs: Uint8Array[] = [];
  walkSection(reader, (name, type) => {
    if (name === 'block') {
      expectType(name, type, TYPE.bytes);
      block = takeBytes(name, reader, MAX_BLOCK_BYTES);
      return true;
    }
    if (name === 'txs') {
      txs = readTxs(type, reader);
      return true;
    }
    return false;
  });
  if (!block) throw badAnswer('a block without its bytes');
  return { block, txs };
};

/** Each is a section of a blob and the (empty) hash of what pruning cut; unpruned ones, bare strings, were not asked for. */
const readTxs = (type: number, reader: Reader): Uint8Array[] => {
  expectType('txs', type, listType('section'));
  const n = readSize(reader);
  if (n > MAX_TXS) throw badAnswer(`${n} transactions in a block`);
  const txs: Uint8Array[] = [];
  for (let i = 0; i < n; i++) txs.push(readTxEntry(reader));
  return txs;
};

const readTxEntry = (reader: Reader): Uint8Array => {
  let blob: Uint8Array | undefined;
  walkSection(reader, (name, type) => {
    if (name !== 'blob') return false;
    expectType(name, type, TYPE.bytes);
    blob = takeBytes(name, reader, MAX_TX_BYTES);
    return true;
  });
  if (!blob) throw badAnswer('a transaction without its bytes');
  return blob;
};

/** {indices: [{indices: [u64]}]}: per transaction, the miner's first. Empty lists are left out by the writer. */
const readBlockIndices = (reader: Reader): readonly (readonly number[])[] => {
  const lists: (readonly number[])[] = [];
  walkSection(reader, (name, type) => {
    if (name !== 'indices') return false;
    expectType(name, type, listType('section'));
    const n = readSize(reader);
    if (n > MAX_TXS) throw badAnswer(`indices of ${n} transactions`);
    for (let i = 0; i < n; i++) lists.push(readTxIndices(reader));
    return true;
  });
  return lists;
};

const readTxIndices = (reader: Reader): readonly number[] => {
  const indices: number[] = [];
  walkSection(reader, (name, type) => {
    if (name !== 'indices') return false;
    expectType(name, type, listType('u64'));
    const n = readSize(reader);
    if (n > MAX_TX_OUTPUTS) throw badAnswer(`indices of ${n} outputs`);
    for (let i = 0; i < n; i++) {
      const index = readUnsigned(reader, TYPE.u64);
      if (index > MAX_OUTPUT_INDEX) throw badAnswer(`output index ${index}`);
      indices.push(index);
    }
    return true;
  });
  return indices;
};
