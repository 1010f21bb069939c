/** A block of each network. Merkle roots are in tests/unit/protocol/block and tests/vectors/kernel. */
import { describe, expect, it } from 'vitest';
import { concat } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { blockId, hashingBlob, readBlock, writeBlock } from '../../../src/protocol/block/block.ts';
import { varint } from '../../../src/protocol/encoding/varint.ts';
import { expectFault } from '../../support/faults.ts';
import file from '../chain/blocks.json' with { type: 'json' };

describe.each(file.blocks)('block $height of $network', ({ hex, id, hashed, transactions }) => {
  it('is read, written back and has its id', () => {
    const block = readBlock(fromHex(hex));
    expect(toHex(writeBlock(block))).toBe(hex);
    expect(toHex(blockId(block))).toBe(id);
    const blob = hashingBlob(block);
    expect(toHex(kernel.keccak256(concat(varint(blob.length), blob)))).toBe(hashed);
    expect(block.txHashes).toHaveLength(transactions);
  });
  it('is refused when it is cut or extended', () => {
    const blob = fromHex(hex);
    const step = Math.max(1, Math.floor(blob.length / 300));
    for (let n = 0; n < blob.length; n += step) expectFault(() => readBlock(blob.subarray(0, n)));
    expectFault(() => readBlock(concat(blob, Uint8Array.of(0))), 'trailing_bytes');
  });
});
