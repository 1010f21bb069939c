/** Positions of keys in a hash table. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { MutableKeyIndex } from '../../../../src/wallet/state/key-index.ts';

/** Keys in two tables, whose hashes are often equal or near. */
const keyOf = (n: number): Uint8Array =>
  new Uint8Array(32)
    .fill(n, 5)
    .fill(n % 2, 4, 5)
    .fill(n % 3, 0, 1);

test('is the same as a Map of the keys, after any additions and removals', () => {
  const step = fc.record({ n: fc.nat(60), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const keys: (Uint8Array | undefined)[] = [];
      const index = new MutableKeyIndex((position) => keys[position]);
      const expected = new Map<string, number>();
      for (const { n, remove } of steps) {
        const hex = toHex(keyOf(n));
        const position = expected.get(hex);
        if (remove) {
          index.delete(keyOf(n));
          expected.delete(hex);
          if (position !== undefined) keys[position] = undefined;
          continue;
        }
        const at = keys.push(keyOf(n)) - 1;
        index.set(keyOf(n), at);
        if (position !== undefined) keys[position] = undefined;
        expected.set(hex, at);
      }
      expect([...index].sort()).toEqual([...expected].sort());
      for (let n = 0; n <= 60; n++) expect(index.get(toHex(keyOf(n)))).toBe(expected.get(toHex(keyOf(n))));
    }),
    { numRuns: 200 },
  );
});

test('finds all keys of all tables, with or without room made before', () => {
  const keys = Array.from({ length: 5000 }, (_, n) =>
    Uint8Array.from({ length: 32 }, (__, i) => Math.imul(n + 1, 2654435761 + 97 * i) >>> 13),
  );
  for (const room of [0, 5000]) {
    const index = new MutableKeyIndex((position) => keys[position]);
    index.reserve(room);
    for (const [n, key] of keys.entries()) index.set(key, n);
    expect(keys.every((key, n) => index.find(key) === n)).toBe(true);
    expect([...index]).toHaveLength(keys.length);
  }
});

test('knows no key of another length', () => {
  expect(new MutableKeyIndex(() => undefined).get('')).toBeUndefined();
});

test('finds the others when positions are not used any more, before and after it grows', () => {
  const keys: (Uint8Array | undefined)[] = [];
  const index = new MutableKeyIndex((position) => keys[position]);
  for (let n = 0; n < 100; n++) {
    keys.push(keyOf(n));
    index.set(keyOf(n), n);
    if (n % 2 === 1) keys[n] = undefined;
  }
  for (let n = 0; n < 100; n++) expect(index.find(keyOf(n))).toBe(n % 2 === 1 ? undefined : n);
});
