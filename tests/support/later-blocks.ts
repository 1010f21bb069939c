/**
 * Made-up blocks of versions 17 and 18, laid out as the public plan of the next hard forks describes them: after the
 * transaction hashes come the number of layers of a tree and its root, and the Merkle tree of the block id contains both.
 * The plan is not final, and nothing of it is in the app: for these tests it is a layout that this build does not know,
 * and that a later build (`LATER_FORMAT`) does.
 */
import { concat } from '../../src/base/bytes.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import { BLOCK_FORMAT, readBlock, writeBlock, type BlockFormat } from '../../src/protocol/block/block.ts';
import { treeHash } from '../../src/protocol/block/merkle.ts';
import type { Block, BlockHeader } from '../../src/protocol/block/types.ts';
import { varint } from '../../src/protocol/encoding/varint.ts';
import { Reader } from '../../src/protocol/encoding/reader.ts';
import { Writer } from '../../src/protocol/encoding/writer.ts';
import { txHash } from '../../src/protocol/tx/hash.ts';

const FIRST_LATER = 17;
const LAYERS = 7;
const ROOT = new Uint8Array(32).fill(0x5a);

interface LaterBlock extends Block {
  readonly layers: number;
  readonly root: Uint8Array;
}
const isLater = (block: Block): block is LaterBlock => 'layers' in block;

const putLaterHeader = (header: BlockHeader): Uint8Array =>
  new Writer()
    .varint(header.majorVersion)
    .varint(header.minorVersion)
    .varint(header.timestamp)
    .key(header.prevHash)
    .u32(header.nonce)
    .done();

/** The bytes of a block with the tail of version 17. */
export function writeLaterBlock(block: Block): Uint8Array {
  return concat(writeBlock(block), Uint8Array.of(LAYERS), ROOT);
}

/** A version-18 block whose coinbase has a Carrot output (tag 0): key, three bytes of view tag, encrypted anchor. */
export function writeCarrotBlock(header: BlockHeader, height: number): Uint8Array {
  const output = concat(varint(600_000_000_000), Uint8Array.of(0), new Uint8Array(32 + 3 + 16).fill(9));
  const miner = concat(
    Uint8Array.of(2, 60, 1, 0xff),
    varint(height),
    Uint8Array.of(1),
    output,
    Uint8Array.of(0),
    Uint8Array.of(0),
  );
  return concat(putLaterHeader(header), miner, Uint8Array.of(0), Uint8Array.of(LAYERS), ROOT);
}

/** The format of a build that knows version 17, beside all versions of today. */
export const LATER_FORMAT: BlockFormat = {
  readBlock: (bytes) => {
    if (bytes[0]! < FIRST_LATER) return readBlock(bytes);
    const reader = new Reader(bytes);
    const block = readBlock(reader);
    const later: LaterBlock = { ...block, layers: reader.u8(), root: reader.key() };
    reader.end();
    return later;
  },
  blockId: (block, minerId = txHash(block.minerTx)) => {
    if (!isLater(block)) return BLOCK_FORMAT.blockId(block, minerId);
    const layers = new Uint8Array(32);
    layers[0] = block.layers;
    const leaves = [minerId, layers, block.root, ...block.txHashes];
    const blob = concat(putLaterHeader(block.header), treeHash(leaves), varint(leaves.length));
    return kernel.keccak256(concat(varint(blob.length), blob));
  },
};
