/**
 * Blocks: header, coinbase transaction and ids of the other transactions; and the id of a block.
 * Upstream: `block`, src/cryptonote_basic/cryptonote_basic.h; `get_block_hashing_blob`, `calculate_block_hash`,
 * src/cryptonote_basic/cryptonote_format_utils.cpp. Vectors: monero/data/blocks.
 */
import { asTxId, type TxId } from '../../base/brands.ts';
import { concat, equalBytes } from '../../base/bytes.ts';
import { fromHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { fault } from '../faults.ts';
import { Reader } from '../encoding/reader.ts';
import { varint } from '../encoding/varint.ts';
import { Writer } from '../encoding/writer.ts';
import { txHash } from '../tx/hash.ts';
import { isCoinbase } from '../tx/prefix.ts';
import { putTransaction, readTransaction } from '../tx/transaction.ts';
import { treeHash } from './merkle.ts';
import type { Block, BlockHeader } from './types.ts';

/** CRYPTONOTE_MAX_TX_PER_BLOCK. */
const MAX_TXS = 0x1000_0000;

/** How blocks are read and what names them. Later consensus rules may change both. */
export interface BlockFormat {
  readonly readBlock: (bytes: Uint8Array) => Block;
  readonly blockId: (block: Block, minerId?: TxId) => Uint8Array;
}
/** For all versions that this build knows. */
export const BLOCK_FORMAT: BlockFormat = { readBlock: (bytes) => readBlock(bytes), blockId };

/** Bytes must contain exactly one block; a `Reader` is read from its position. Fields are views of the input. */
export function readBlock(source: Uint8Array | Reader): Block {
  const reader = source instanceof Reader ? source : new Reader(source);
  const header = readHeader(reader);
  const minerTx = readTransaction(reader);
  const txHashes = reader.list(MAX_TXS, 32, (r) => asTxId(r.key()));
  if (reader !== source) reader.end();
  return { header, minerTx, txHashes };
}

export function writeBlock({ header, minerTx, txHashes }: Block): Uint8Array {
  return putTransaction(putHeader(new Writer(), header), minerTx)
    .list(txHashes, (w, hash) => w.key(hash))
    .done();
}

/** The bytes that miners hash: header, Merkle root of all transaction ids, and their number. */
export function hashingBlob({ header, minerTx, txHashes }: Block, minerId = txHash(minerTx)): Uint8Array {
  return putHeader(new Writer(), header)
    .key(treeHash([minerId, ...txHashes]))
    .varint(txHashes.length + 1)
    .done();
}

/**
 * H(length | hashing blob), except for block 202612. `minerId`: the id of the coinbase, if known. Fault `bad_format`
 * for another block that claims to be 202612.
 */
export function blockId(block: Block, minerId?: TxId): Uint8Array {
  const blob = hashingBlob(block, minerId);
  const id = kernel.keccak256(concat(varint(blob.length), blob));
  const [input] = block.minerTx.prefix.inputs;
  const height = isCoinbase(block.minerTx.prefix) && input!.kind === 'gen' ? input!.height : undefined;
  if (height !== undefined && height !== ODD_HEIGHT) return id;
  // When block 202612 of mainnet was mined, the tree hash had a bug, so its id does not follow from the rule.
  if (equalBytes(kernel.keccak256(writeBlock(block)), ODD_BLOB_HASH)) return ODD_ID.slice();
  if (equalBytes(id, ODD_ID)) throw fault('bad_format', { what: 'block 202612' });
  return id;
}

const ODD_HEIGHT = 202_612;
const ODD_BLOB_HASH = fromHex('3a8a2b3a29b50fc86ff73dd087ea43c6f0d6b8f936c849194d5c84c737903966');
const ODD_ID = fromHex('bbd604d2ba11ba27935e006ed39c9bfdd99b76bf4a50654bc1e1e61217962698');

/** The header of a block of any version. What follows may have another layout in later versions and is not read. */
export function readBlockHeader(bytes: Uint8Array): BlockHeader {
  return readHeader(new Reader(bytes));
}

const readHeader = (reader: Reader): BlockHeader => ({
  majorVersion: reader.count(255),
  minorVersion: reader.count(255),
  timestamp: reader.safeVarint('block timestamp'),
  prevHash: reader.key(),
  nonce: reader.u32(),
});

const putHeader = (writer: Writer, header: BlockHeader): Writer =>
  writer
    .varint(header.majorVersion)
    .varint(header.minorVersion)
    .varint(header.timestamp)
    .key(header.prevHash)
    .u32(header.nonce);
