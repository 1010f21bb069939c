/** The reader of records and snapshots: whatever the writer writes, and hostile bytes. */
import { decode } from 'cborg';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToBigint, concat, utf8 } from '../../../../src/base/bytes.ts';
import { atOnce } from '../../../../src/base/steps.ts';
import { decodeCbor, decodeTaking } from '../../../../src/wallet/state/cbor-reader.ts';
import { encodeCbor } from '../../../../src/wallet/state/cbor-writer.ts';
import { value } from './cbor-values.ts';

const outcome = (bytes: Uint8Array): unknown => {
  try {
    return decodeCbor(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return 'refused';
  }
};

describe('what the writer wrote', () => {
  test('reads as the same values, and as another decoder reads them', () => {
    fc.assert(
      fc.property(value, (data) => {
        fc.pre(
          !JSON.stringify(data, (_, each: unknown) => (typeof each === 'bigint' ? '' : each)).includes(
            '__proto__',
          ),
        );
        const bytes = encodeCbor(data);
        const tags = { 2: (inner: () => unknown) => bytesToBigint(inner() as Uint8Array) };
        expect(decodeCbor(bytes)).toEqual(decode(bytes, { tags, useMaps: false }));
        expect(encodeCbor(decodeCbor(bytes))).toEqual(bytes);
      }),
      { numRuns: 300 },
    );
  });

  test('has names of properties that differ although their hashes may not', () => {
    // 31 * 'B' + 'a' = 31 * 'A' + '\u0080' - 1 for each pair of such texts: "Aa" and "BB" have one hash.
    const record = { Aa: 1, BB: 2, AaAa: 3, AaBB: 4, BBAa: 5, BBBB: 6, é: 7, Ã: 8, ab: 9 };
    expect(decodeCbor(encodeCbor([record, record]))).toEqual([record, record]);
  });

  test('has a list whose items can be taken one by one, with the properties before it', () => {
    const items: unknown[] = [];
    const bytes = encodeCbor({ version: 7, puts: [1, { puts: [2] }], deletes: [3] });
    const take = (item: unknown, before: object): void => void items.push([item, { ...before }]);
    const rest = atOnce(decodeTaking(bytes, { name: 'puts', take }));
    expect(items).toEqual([
      [1, { version: 7 }],
      [{ puts: [2] }, { version: 7 }],
    ]);
    expect(rest).toEqual({ version: 7, puts: [], deletes: [3] });
    expect(atOnce(decodeTaking(encodeCbor({ puts: 5 }), { name: 'puts', take }))).toEqual({ puts: 5 });
  });

  test('has a long list that is taken in steps', () => {
    const puts = Array.from({ length: 50_000 }, (_, i) => i + 70_000);
    const items: unknown[] = [];
    const steps = decodeTaking(encodeCbor({ puts }), { name: 'puts', take: (item) => items.push(item) });
    const taken: number[] = [];
    while (steps.next().done !== true) taken.push(items.length);
    // 16 KiB each: numbers take up to 5 bytes.
    expect(taken.length).toBeGreaterThan(10);
    expect(Math.max(...taken.map((count, i) => count - (taken[i - 1] ?? 0)))).toBeLessThan(10_000);
    expect(items).toEqual(puts);
  });

  test('has bytes that are views of the input', () => {
    const bytes = encodeCbor({ a: Uint8Array.of(1, 2, 3) });
    expect((decodeCbor(bytes) as { a: Uint8Array }).a.buffer).toBe(bytes.buffer);
  });
});

describe('hostile bytes', () => {
  test('that are cut short or too long are refused', () => {
    fc.assert(
      fc.property(value, fc.nat(), (data, at) => {
        const bytes = encodeCbor(data);
        expect(outcome(bytes.subarray(0, at % bytes.length))).toBe('refused');
        expect(outcome(concat(bytes, Uint8Array.of(0)))).toBe('refused');
      }),
      { numRuns: 200 },
    );
  });

  test('are refused in a record whose items are taken as well', () => {
    const take = (): void => undefined;
    for (const bytes of [[], [0x81, 1], [0xa1, 0x64, 0x70], [0xa0, 0]])
      expect(() => atOnce(decodeTaking(Uint8Array.from(bytes), { name: 'puts', take }))).toThrow(RangeError);
  });

  test('of any kind give a value or a RangeError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void outcome(bytes)),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(value, fc.nat(), fc.nat(255), (data, at, byte) => {
        const bytes = encodeCbor(data);
        bytes[at % bytes.length] = byte;
        outcome(bytes);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a list of 2^32 - 1 items', [0x9a, 0xff, 0xff, 0xff, 0xff]],
    ['a record of 2^32 - 1 properties', [0xba, 0xff, 0xff, 0xff, 0xff]],
    ['bytes of 2^53 - 1', [0x5b, 0, 0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
    ['a number above 2^53', [0x1b, 0, 0x20, 0, 0, 0, 0, 0, 1]],
    ['bytes without a length', [0x5f, 0x41, 1, 0xff]],
    ['a list without a length', [0x9f, 1, 0xff]],
    ['undefined', [0xf7]],
    ['half a number', [0xf9, 0x38, 0]],
    ['another tag', [0xc1, 0]],
    ['a bigint of no bytes', [0xc2, 1]],
    ['a name that is a number', [0xa1, 1, 1]],
    ['a text that is not UTF-8', [0x62, 0xc3, 0x28]],
    ['nesting without end', new Array<number>(10_000).fill(0x81)],
    ['the name __proto__', [0xa1, 0x69, ...utf8('__proto__'), 0xa0]],
  ])('%s is refused', (_, bytes) => {
    expect(() => decodeCbor(Uint8Array.from(bytes))).toThrow(RangeError);
  });
});
