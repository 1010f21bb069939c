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
import type { TxForms } from '../tx/types.ts';
import type { Block, BlockHeader, OutputTree } from './types.ts';

const CARROT_VERSION = 17;
const ODD_HEIGHT = 202_612;
const ODD_BLOB_HASH = fromHex('3a8a2b3a29b50fc86ff73dd087ea43c6f0d6b8f936c849194d5c84c737903966');
const ODD_ID = fromHex('bbd604d2ba11ba27935e006ed39c9bfdd99b76bf4a50654bc1e1e61217962698');

/** CRYPTONOTE_MAX_TX_PER_BLOCK. */
const MAX_TXS = 0x1000_0000;

/** Bytes must contain exactly one block; a `Reader` is read from its position. Fields are views of the input. */
export function readBlock(source: Uint8Array | Reader): Block {
  const reader = source instanceof Reader ? source : new Reader(source);
  const header = readHeader(reader);
  const minerTx = readTransaction(reader, formsOf(header));
  const txHashes = reader.list(MAX_TXS, 32, (r) => asTxId(r.key()));
  const tree = hasTree(header) ? { layers: reader.u8(), root: reader.key() } : undefined;
  if (reader !== source) reader.end();
  return { header, minerTx, txHashes, ...(tree && { tree }) };
}

/**
 * The forms of transactions in a block. Versions 17 and later have the tree of outputs and outputs of Carrot, and 17 also
 * takes what version 16 takes. Upstream: HF_VERSION_FCMP_PLUS_PLUS, HF_VERSION_CARROT, src/cryptonote_config.h of
 * seraphis-migration/monero, branch fcmp++-stage at 7dbc0e9f2. Whether such a block is read at all, known-rules.ts says.
 */
export function formsOf({ majorVersion }: Pick<BlockHeader, 'majorVersion'>): TxForms {
  return majorVersion >= CARROT_VERSION ? 'carrot' : 'today';
}
const hasTree = (header: BlockHeader): boolean => formsOf(header) === 'carrot';

export function writeBlock({ header, minerTx, txHashes, tree }: Block): Uint8Array {
  const writer = putTransaction(putHeader(new Writer(), header), minerTx).list(txHashes, (w, hash) =>
    w.key(hash),
  );
  return (tree ? writer.u8(tree.layers).key(tree.root) : writer).done();
}

/** The bytes that miners hash: header, Merkle root of all transaction ids, and their number. */
export function hashingBlob(block: Block, minerId = txHash(block.minerTx)): Uint8Array {
  const { header, txHashes, tree } = block;
  return putHeader(new Writer(), header)
    .key(treeHash([minerId, ...(tree ? treeLeaves(tree) : []), ...txHashes]))
    .varint(txHashes.length + 1)
    .done();
}

/**
 * The leaves of the Merkle tree behind the coinbase's id; the number of transactions does not count them. Upstream:
 * `get_block_content_hash` with pull request 137 of seraphis-migration/monero, which moved it there.
 */
const treeLeaves = ({ layers, root }: OutputTree): readonly Uint8Array[] => [
  Uint8Array.of(layers, ...new Uint8Array(31)),
  root,
];

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
