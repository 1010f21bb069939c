/** Blocks from version 17 on, which name the tree of all outputs. */
import { describe, expect, it } from 'vitest';
import { asTxId } from '../../../../src/base/brands.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { blockId, readBlock, writeBlock } from '../../../../src/protocol/block/block.ts';
import { genesisBlock } from '../../../../src/protocol/block/genesis.ts';
import { treeHash } from '../../../../src/protocol/block/merkle.ts';
import type { Block } from '../../../../src/protocol/block/types.ts';
import { txHash } from '../../../../src/protocol/tx/hash.ts';
import { expectFault } from '../../../support/faults.ts';
import { bytesOf } from '../../wallet/test-chain.ts';

const { minerTx } = genesisBlock('mainnet');
const header = {
  majorVersion: 17,
  minorVersion: 17,
  timestamp: 1_800_000_000,
  prevHash: bytesOf('previous'),
  nonce: 1,
};
const root = bytesOf('root');
const txHashes = [asTxId(bytesOf('a')), asTxId(bytesOf('b'))];
const block: Block = { header, minerTx, txHashes, tree: { layers: 7, root } };
const HEADER_BYTES = 1 + 1 + 5 + 32 + 4;

describe.each([17, 18])('a block of version %i', (majorVersion) => {
  const later = { ...block, header: { ...header, majorVersion } };
  const bytes = writeBlock(later);

  it('ends with the number of layers and the root, and is read back', () => {
    expect(bytes.subarray(-33)).toEqual(concat(Uint8Array.of(7), root));
    expect(readBlock(bytes)).toEqual(later);
  });

  it('is refused when it is cut or extended', () => {
    for (let n = 0; n < bytes.length; n++) expectFault(() => readBlock(bytes.subarray(0, n)));
    expectFault(() => readBlock(concat(bytes, Uint8Array.of(0))), 'trailing_bytes');
  });

  it('has an id over the coinbase, the layers, the root and the transactions, in this order', () => {
    const layers = Uint8Array.of(7, ...new Uint8Array(31));
    const content = treeHash([txHash(minerTx), layers, root, ...txHashes]);
    const blob = concat(bytes.subarray(0, HEADER_BYTES), content, Uint8Array.of(txHashes.length + 1));
    expect(blockId(later)).toEqual(kernel.keccak256(concat(Uint8Array.of(blob.length), blob)));
  });

  it('has another id with another tree', () => {
    const ids = [later.tree!, { layers: 6, root }, { layers: 7, root: bytesOf('other') }].map((tree) =>
      blockId({ ...later, tree }).join(),
    );
    expect(new Set(ids).size).toBe(3);
  });
});

it('a block of version 16 has no tree, and bytes of one are not read', () => {
  const { tree: _, ...without } = block;
  const today = { ...without, header: { ...header, majorVersion: 16 } };
  expect(readBlock(writeBlock(today))).toEqual(today);
  expectFault(() => readBlock(writeBlock({ ...today, tree: block.tree! })), 'trailing_bytes');
});
