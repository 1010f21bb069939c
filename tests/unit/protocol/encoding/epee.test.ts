import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { epee, readEpee, writeEpee, type EpeeFields } from '../../../../src/protocol/encoding/epee.ts';
import type { EpeeSection, EpeeValue } from '../../../../src/protocol/encoding/epee-section.ts';
import { expectFault } from '../../../support/faults.ts';

const HEAD = '011101010101020101';
const read = (hex: string): EpeeSection => readEpee(fromHex(HEAD + hex.replaceAll(' ', '')));

describe('the epee reader', () => {
  it('reads two fields and refuses the same name twice', () => {
    expect(read('08 01 61 0b 00 01 62 0b 00').bool('b')).toBe(false);
    expectFault(() => read('08 01 61 0b 00 01 61 0b 00'), 'bad_format');
  });

  it('reads sizes of each width', () => {
    for (const size of ['0c', '0d00', '0e000000', '0f00000000000000'])
      expect(read(`04 01 61 0a ${size} 010203`).bytes('a')).toEqual(Uint8Array.of(1, 2, 3));
  });

  it('accepts an empty list of any type where a list is expected', () => {
    for (const code of ['81', '82', '83', '84', '85', '86', '87', '88', '89', '8a', '8b', '8c', '8d']) {
      const section = read(`04 01 78 ${code} 00`);
      expect(section.u64s('x')).toEqual([]);
      expect(section.sections('x')).toEqual([]);
      expect(section.byteStrings('x')).toEqual([]);
      expect(section.listType('x')).toBeUndefined();
    }
  });

  it('accepts any integer width and sign when the value fits', () => {
    const section = read('0c 01 61 01 feffffffffffffff 01 62 04 05 01 63 05 ffffffffffffffff');
    expect(section.u64('b')).toBe(5n);
    expect(section.number('b')).toBe(5);
    expect(section.u64('c')).toBe(2n ** 64n - 1n);
    expectFault(() => section.u64('a'), 'bad_format');
    expectFault(() => section.number('c'), 'bad_format');
    expectFault(() => section.number('b', undefined, 4), 'bad_format');
  });

  it('returns the default of a missing field, and refuses one without a default', () => {
    const section = read('00');
    expect(section.u64('x', 7n)).toBe(7n);
    expect(section.number('x', 7)).toBe(7);
    expect(section.bool('x', true)).toBe(true);
    expect(section.text('x', '')).toBe('');
    expect(section.keys('x')).toEqual([]);
    for (const get of ['u64', 'number', 'bool', 'text', 'bytes', 'key', 'section'] as const)
      expectFault(() => section[get]('x'), 'bad_format');
  });

  it('refuses a field of another type', () => {
    const section = read('04 01 61 0b 01');
    for (const get of [
      'u64',
      'number',
      'text',
      'bytes',
      'section',
      'sections',
      'u64s',
      'byteStrings',
    ] as const)
      expectFault(() => section[get]('a'), 'bad_format');
  });

  it('splits a blob into structs, and refuses a broken one', () => {
    const section = read('04 01 61 0a 18 010203040506');
    expect(section.blobs('a', 2)).toHaveLength(3);
    expectFault(() => section.blobs('a', 4), 'bad_format');
    expectFault(() => section.blobs('a', 2, 2), 'list_too_long');
  });

  it.each([
    ['no signature', '00'],
    ['a section cut short', `${HEAD}04`],
    ['a nameless field', `${HEAD}04000b00`],
    ['a boolean of 2', `${HEAD}0401610b02`],
    ['an unknown type', `${HEAD}0401610e00`],
    ['a list of an unknown type', `${HEAD}0401618e04`],
    ['a list of lists', `${HEAD}0401618d048500`],
    ['a value after the end', `${HEAD}0000`],
    ['a text of 2^61 bytes', `${HEAD}0401610affffffffffffffff`],
    ['a list of 2^28 sections', `${HEAD}0401618cfeffffff`],
    ['a list of 2^61 integers', `${HEAD}04016185ffffffffffffffff`],
    ['fields without end', `${HEAD}feffffff`],
  ])('refuses %s', (_, hex) => expectFault(() => readEpee(fromHex(hex))));

  // threat: malformed-input
  it('refuses sections nested deeper than 100', () => {
    const nest = (depth: number) => read(`${'0401610c'.repeat(depth)}00`);
    nest(100);
    expectFault(() => nest(101), 'bad_format');
    expectFault(() => nest(100_000), 'bad_format');
  });

  it('enforces the limits on sections, fields and strings', () => {
    const limits = { sections: 2, fields: 3, strings: 1 };
    const three = writeEpee({ a: epee.sections([{ x: epee.bool(true) }, {}, {}]) });
    expectFault(() => readEpee(three, limits), 'list_too_long');
    expectFault(() => readEpee(writeEpee({ a: epee.text('x'), b: epee.text('y') }), limits), 'list_too_long');
    const four = writeEpee({
      a: epee.bool(true),
      b: epee.bool(true),
      c: epee.bool(true),
      d: epee.bool(true),
    });
    expectFault(() => readEpee(four, limits), 'list_too_long');
  });

  it('reads a message without fields', () => {
    expect(read('00').fields.size).toBe(0);
  });

  it('throws only faults on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (tail) => {
        try {
          readEpee(Uint8Array.of(...fromHex(HEAD), ...tail));
        } catch {
          expectFault(() => readEpee(Uint8Array.of(...fromHex(HEAD), ...tail)));
        }
      }),
    );
  });
});

describe('the epee writer', () => {
  it('sorts names and omits empty lists', () => {
    const bytes = writeEpee({
      b: epee.bool(true),
      a: epee.u8(7),
      empty: epee.u64s([]),
      none: epee.sections([]),
      blob: epee.blobs([]),
    });
    expect(toHex(bytes)).toBe(`${HEAD}080161080701620b01`);
  });

  it('writes an empty text, as upstream does', () => {
    expect(toHex(writeEpee({ a: epee.text('') }))).toBe(`${HEAD}0401610a00`);
  });

  it('refuses integers that do not fit their width', () => {
    expect(() => writeEpee({ a: epee.u8(256) })).toThrow();
    expect(() => writeEpee({ a: epee.u64(-1n) })).toThrow();
    expect(() => writeEpee({ a: epee.i64(2n ** 63n) })).toThrow();
  });

  it('writes what the reader reads', () => {
    const names = fc.string({
      unit: fc.constantFrom('a', 'b', 'x', 'z', '_', '0', '9'),
      minLength: 1,
      maxLength: 12,
    });
    const bytes = fc.uint8Array({ maxLength: 100 });
    const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const { fields } = fc.letrec<{ fields: EpeeFields; value: EpeeValue }>((tie) => ({
      fields: fc.dictionary(names, tie('value'), { maxKeys: 5 }),
      value: fc.oneof(
        { depthSize: 'small' },
        fc.nat(255).map(epee.u8),
        fc.nat(0xffff).map(epee.u16),
        fc.nat(0xffff_ffff).map(epee.u32),
        u64.map(epee.u64),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(epee.i64),
        fc.double().map(epee.double),
        fc.boolean().map(epee.bool),
        bytes.map(epee.bytes),
        fc.array(u64, { minLength: 1 }).map(epee.u64s),
        fc.array(fc.nat(0xffff_ffff), { minLength: 1 }).map(epee.u32s),
        fc.array(bytes, { minLength: 1 }).map(epee.byteStrings),
        tie('fields').map(epee.section),
        fc.array(tie('fields'), { minLength: 1, maxLength: 3 }).map(epee.sections),
      ),
    }));
    fc.assert(
      fc.property(fields, (written) => {
        const section = readEpee(writeEpee(written));
        expect(section.fields).toEqual(new Map(Object.entries(written)));
      }),
    );
  });

  it('writes and reads sizes at each width boundary', () => {
    for (const n of [0, 63, 64, 16_383, 16_384, 100_000]) {
      const list = Array.from({ length: n }, (_, i) => i);
      const section = readEpee(writeEpee({ blob: epee.bytes(new Uint8Array(n)), list: epee.u32s(list) }));
      expect(section.bytes('blob')).toHaveLength(n);
      expect(section.numbers('list')).toEqual(list);
    }
  });

  it('writes text as UTF-8 and reads it back; text that is not UTF-8 is refused', () => {
    expect(readEpee(writeEpee({ a: epee.text('größe') })).text('a')).toBe('größe');
    expectFault(() => readEpee(writeEpee({ a: epee.bytes(Uint8Array.of(0xff)) })).text('a'), 'bad_format');
    expect(readEpee(writeEpee({ a: epee.text('x') })).bytes('a')).toEqual(utf8('x'));
  });
});
