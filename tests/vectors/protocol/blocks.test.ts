/** Blocks of each network, Merkle roots, and the fuzz seeds for blocks. */
import { describe, expect, it } from 'vitest';
import { concat } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { blockId, hashingBlob, readBlock, writeBlock } from '../../../src/protocol/block/block.ts';
import { treeHash } from '../../../src/protocol/block/merkle.ts';
import { varint } from '../../../src/protocol/encoding/varint.ts';
import { readVector, readVectorText, vectorsDir } from '../../support/vectors.ts';
import { expectFault } from '../../support/faults.ts';

const dir = vectorsDir();

describe.skipIf(!dir)('blocks (skipped: no vectors)', () => {
  const cases = [
    {
      network: 'mainnet',
      txs: 513,
      id: 'bbd604d2ba11ba27935e006ed39c9bfdd99b76bf4a50654bc1e1e61217962698',
      plain: '426d16cff04c71f8b16340b722dc4010a2dd3831c22041431f772547ba6e331a',
    },
    {
      network: 'testnet',
      txs: undefined,
      id: '248fde4b96b829c4ddbd00e3f76d35b03d01257898bc1b5578bc9e04b379a676',
      plain: '248fde4b96b829c4ddbd00e3f76d35b03d01257898bc1b5578bc9e04b379a676',
    },
    {
      network: 'stagenet',
      txs: 0,
      id: 'f3449e658b5f880c4b0e69007ed5d092c9c883ac3a518166fa652d5cc505e7b1',
      plain: 'f3449e658b5f880c4b0e69007ed5d092c9c883ac3a518166fa652d5cc505e7b1',
    },
  ];

  it.each(cases)(
    'block 202612 of $network is read, written back and has its id',
    ({ network, id, plain, txs }) => {
      const blob = readVector('monero/data/blocks', `block_202612_${network}.bin`);
      const block = readBlock(blob);
      expect(toHex(writeBlock(block))).toBe(toHex(blob));
      expect(toHex(blockId(block))).toBe(id);
      const hashed = hashingBlob(block);
      expect(toHex(kernel.keccak256(concat(varint(hashed.length), hashed)))).toBe(plain);
      if (txs !== undefined) expect(block.txHashes).toHaveLength(txs);
    },
  );

  it('a block that is cut or extended is refused', () => {
    const blob = readVector('monero/data/blocks/block_202612_testnet.bin');
    for (let n = 0; n < blob.length; n++) expectFault(() => readBlock(blob.subarray(0, n)));
    expectFault(() => readBlock(concat(blob, Uint8Array.of(0))), 'trailing_bytes');
  });

  it.each(['BLOCK1', 'BLOCK2'])('fuzz seed %s is read or refused with a fault', (name) => {
    const bytes = readVector('monero/data/fuzz/block', name);
    try {
      expect(writeBlock(readBlock(bytes))).toEqual(bytes);
    } catch {
      expectFault(() => readBlock(bytes));
    }
  });
});

describe.skipIf(!dir)('Merkle roots (skipped: no vectors)', () => {
  it('agree with every line of tests-tree.txt', () => {
    const lines = readVectorText('monero/hash/tests-tree.txt').trim().split('\n');
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const [root, leaves] = line.trim().split(' ') as [string, string];
      const bytes = fromHex(leaves);
      const hashes = Array.from({ length: bytes.length / 32 }, (_, i) => bytes.subarray(32 * i, 32 * i + 32));
      expect(toHex(treeHash(hashes))).toBe(root);
    }
  });
});
