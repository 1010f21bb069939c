import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bigintToBytes,
  bytesToBigint,
  compareBytes,
  concat,
  concatAll,
  equalBytes,
  padAscii,
  u32le,
  u64le,
  xorBytes,
} from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';

const bytes = fc.uint8Array({ maxLength: 40 });

describe('bytes', () => {
  it('are written as hex and read back, in upper or lower case', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        const text = toHex(value);
        expect(text).toBe(Buffer.from(value).toString('hex'));
        expect(fromHex(text)).toEqual(value);
        expect(fromHex(text.toUpperCase(), value.length)).toEqual(value);
      }),
    );
  });

  it.each(['0', 'zz', '0x', ' 00', '0g', '００'])('are not read from %j', (text) => {
    expect(() => fromHex(text)).toThrow('bad_hex');
  });

  it('are read from hex of the expected length only', () => {
    expect(() => fromHex('00'.repeat(31), 32)).toThrow('bad_hex');
    expect(() => fromHex('00'.repeat(33), 32)).toThrow('bad_hex');
  });

  it('are ordered as memcmp does, shorter first', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(a, b));
        expect(equalBytes(a, b)).toBe(Buffer.compare(a, b) === 0);
      }),
    );
  });

  it('are read and written as little-endian integers', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (value) => {
        expect(bytesToBigint(bigintToBytes(value, 32))).toBe(value);
      }),
    );
    expect(toHex(u32le(0xdeadbeef))).toBe('efbeadde');
    expect(toHex(u64le(2n ** 64n - 2n))).toBe('feffffffffffffff');
  });

  it('are joined, padded and masked', () => {
    expect(toHex(concat(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)))).toBe('010203');
    expect(concatAll(new Array<Uint8Array>(200_000).fill(Uint8Array.of(1, 2)))).toHaveLength(400_000);
    expect(toHex(padAscii('ab', 4))).toBe('61620000');
    expect(() => padAscii('abc', 2)).toThrow();
    expect(toHex(xorBytes(Uint8Array.of(0xf0, 0x0f), Uint8Array.of(0xff, 0xff)))).toBe('0ff0');
  });
});
