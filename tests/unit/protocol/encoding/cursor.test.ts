import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Reader } from '../../../../src/protocol/encoding/reader.ts';
import { varint } from '../../../../src/protocol/encoding/varint.ts';
import { Writer } from '../../../../src/protocol/encoding/writer.ts';
import { expectFault } from '../../../support/faults.ts';

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

describe('varints', () => {
  it('are read as they were written, at every length', () => {
    for (let bits = 0n; bits < 64n; bits++)
      for (const value of [2n ** bits - 1n, 2n ** bits])
        expect(new Reader(varint(value)).varint()).toBe(value);
    fc.assert(fc.property(u64, (value) => new Reader(varint(value)).varint() === value));
  });

  // threat: malformed-input
  it.each([
    ['padding', [0x80, 0]],
    ['padding after four bytes', [0xff, 0xff, 0xff, 0xff, 0]],
    ['a 65th bit', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02]],
    ['an eleventh byte', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]],
    ['a padded count', [0x81, 0]],
  ])('refuse %s', (_, bytes) => {
    expectFault(() => new Reader(Uint8Array.from(bytes)).varint(), 'bad_varint');
    expectFault(() => new Reader(Uint8Array.from(bytes)).count(2 ** 40), 'bad_varint');
  });

  it('that are cut off are a fault', () => {
    expectFault(() => new Reader(Uint8Array.of(0x80)).varint(), 'truncated');
    expectFault(() => new Reader(new Uint8Array(0)).varint(), 'truncated');
  });

  it('are not written for numbers above 64 bits', () => {
    expect(() => varint(-1)).toThrow();
    expect(() => varint(2n ** 64n)).toThrow();
  });
});

describe('the cursor', () => {
  it('reads integers, keys and views, and knows its position', () => {
    const bytes = new Writer()
      .u8(1)
      .u32(0xdeadbeef)
      .u64(2n ** 63n)
      .key(new Uint8Array(32).fill(3))
      .done();
    const reader = new Reader(bytes);
    expect([reader.u8(), reader.u32(), reader.u64()]).toEqual([1, 0xdeadbeef, 2n ** 63n]);
    expect([reader.at, reader.left]).toEqual([13, 32]);
    expect(reader.key().buffer).toBe(bytes.buffer);
    reader.end();
  });

  it('stays within its range, also inside a larger buffer', () => {
    const reader = new Reader(new Uint8Array(40), 4, 10);
    for (const read of [() => reader.take(7), () => reader.keys(1), () => reader.skip(7), () => reader.key()])
      expectFault(read, 'truncated');
    expect(reader.take(6)).toHaveLength(6);
    expectFault(() => reader.peek(), 'truncated');
  });

  // threat: malformed-input
  it('limits counts by their maximum, and lists by the remaining bytes', () => {
    expect(new Reader(Uint8Array.of(5)).count(5)).toBe(5);
    expectFault(() => new Reader(Uint8Array.of(6)).count(5), 'list_too_long');
    expectFault(() => new Reader(varint(300)).count(299), 'list_too_long');
    expectFault(() => new Reader(varint(100)).list(1000, 1, (r) => r.u8()), 'truncated');
    // Before any item is read, because callers allocate memory for that many.
    expectFault(() => new Reader(Uint8Array.of(3, 0, 0)).listSize(1000, 1), 'truncated');
    expectFault(() => new Reader(varint(2n ** 60n)).safeVarint('x'), 'bad_format');
    expectFault(() => new Reader(Uint8Array.of(1)).end(), 'trailing_bytes');
  });
});
