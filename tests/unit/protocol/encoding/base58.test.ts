import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../../src/base/hex.ts';
import { decodeBase58, encodeBase58 } from '../../../../src/protocol/encoding/base58.ts';

describe('base58', () => {
  it('writes what the reference writes, for blocks of every size', () => {
    // Edges of each block length: zeros and all ones. Facts of src/common/base58.cpp, tests/unit_tests/base58.cpp.
    for (const [hex, text] of [
      ['', ''],
      ['00', '11'],
      ['39', '1z'],
      ['ff', '5Q'],
      ['0000', '111'],
      ['ffff', 'LUv'],
      ['ffffff', '2UzHL'],
      ['ffffffff', '7YXq9G'],
      ['ffffffffff', 'VtB5VXc'],
      ['ffffffffffff', '3CUsUpv9t'],
      ['ffffffffffffff', 'Ahg1opVcGW'],
      ['ffffffffffffffff', 'jpXCZedGfVQ'],
      ['0000000000000000', '11111111111'],
      ['06156013762879f7ffffffffff', '22222222222VtB5VXc'],
    ] as const) {
      expect(encodeBase58(fromHex(hex))).toBe(text);
      expect(decodeBase58(text)).toEqual(fromHex(hex));
    }
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(decodeBase58(encodeBase58(bytes))).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  it('accepts one spelling of each value only', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('1', '2', '3', 'z', '9', 'Q', '5', 'j', 'p'), maxLength: 24 }),
        (text) => {
          let bytes: Uint8Array;
          try {
            bytes = decodeBase58(text);
          } catch {
            return;
          }
          expect(encodeBase58(bytes)).toBe(text);
        },
      ),
    );
  });

  it('refuses overflow, impossible lengths and foreign characters', () => {
    for (const text of [
      '5R',
      'zz',
      'LUw',
      'zzzzzzzzzzz',
      'jpXCZedGfVR',
      '1',
      '1111',
      '11111111',
      '1O',
      '1 1',
      'é1',
    ])
      expect(() => decodeBase58(text)).toThrow(expect.objectContaining({ code: 'bad_base58' }));
  });
});
