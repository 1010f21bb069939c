import { decode, encode, Token, Type } from 'cborg';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bigintToBytes } from '../../../../src/base/bytes.ts';
import { atOnce } from '../../../../src/base/steps.ts';
import { encodeCbor, encodeInSteps } from '../../../../src/wallet/state/cbor-writer.ts';
import { value } from './cbor-values.ts';

/** The earlier encoding of changes: by cborg, with a bigint as eight bytes. */
const byCborg = (data: unknown): Uint8Array =>
  encode(data, {
    typeEncoders: {
      bigint: (big: bigint) => [new Token(Type.tag, 2), new Token(Type.bytes, bigintToBytes(big, 8))],
    },
    ignoreUndefinedProperties: true,
  });
const read = (bytes: Uint8Array): unknown =>
  decode(bytes, { tags: { 2: (inner) => ({ big: inner() }) }, useMaps: false });

test("written values equal cborg's bytes", () => {
  fc.assert(
    fc.property(value, (data) => {
      const bytes = encodeCbor(data);
      expect(read(bytes)).toEqual(read(byCborg(data)));
      expect(bytes.length).toBe(byCborg(data).length);
    }),
    { numRuns: 500 },
  );
});

test('values longer than one buffer keep their order', () => {
  const list = Array.from({ length: 5000 }, (_, i) => ({
    i,
    bytes: new Uint8Array(i % 200).fill(i),
    text: 'é'.repeat(i % 7),
  }));
  expect(decode(encodeCbor(list))).toEqual(list);
  const long = new Uint8Array(100_000).fill(7);
  expect(decode(encodeCbor([long, 'x'.repeat(70_000)]))).toEqual([long, 'x'.repeat(70_000)]);
});

test('values written in steps are the same bytes, with any guess of their size', () => {
  const long = {
    version: 3,
    puts: Array.from({ length: 2500 }, (_, i) => ({
      i,
      labels: Array.from({ length: i === 7 ? 3000 : 2 }, String),
    })),
    none: undefined,
    rows: { keys: new Uint8Array(2_500_000).fill(9), few: Uint8Array.of(1), at: 5n, odd: [] },
  };
  for (const expected of [0, 3_000_000]) {
    const steps = encodeInSteps(long, expected);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    expect(count).toBeGreaterThan(6);
    expect(Buffer.compare(step.value, encodeCbor(long))).toBe(0);
  }
  fc.assert(
    fc.property(value, (data) => {
      expect(atOnce(encodeInSteps(data, 0))).toEqual(encodeCbor(data));
    }),
    { numRuns: 100 },
  );
});

test.each([[0.5], [NaN], [2 ** 53], [() => 1], [[undefined]]])('%s is refused', (data) => {
  expect(() => encodeCbor({ data })).toThrow('cannot be written');
});
