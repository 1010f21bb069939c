/** Made-up blocks of versions 17 and 18, in the layout of the public plan of the next hard forks. */
import { asPublicKey } from '../../src/base/brands.ts';
import { writeBlock } from '../../src/protocol/block/block.ts';
import type { Block, BlockHeader, OutputTree } from '../../src/protocol/block/types.ts';

const TREE: OutputTree = { layers: 7, root: new Uint8Array(32).fill(0x5a) };

/** The bytes of a block with the tail of version 17. */
export function writeLaterBlock(block: Block): Uint8Array {
  return writeBlock({ ...block, tree: TREE });
}

/** A block whose coinbase has an output of Carrot that is nobody's. */
export function writeCarrotBlock(header: BlockHeader, height: number): Uint8Array {
  const key = asPublicKey(new Uint8Array(32).fill(9));
  const carrot = { viewTag: new Uint8Array(3).fill(9), sealedAnchor: new Uint8Array(16).fill(9) };
  return writeLaterBlock({
    header,
    minerTx: {
      prefix: {
        version: 2,
        unlockTime: 60n,
        inputs: [{ kind: 'gen', height }],
        outputs: [{ amount: 600_000_000_000n, key, carrot }],
        extra: new Uint8Array(0),
      },
      signatures: [],
      rct: { type: 0, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] },
    },
    txHashes: [],
  });
}
