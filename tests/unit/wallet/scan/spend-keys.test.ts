import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat } from '../../../../src/base/bytes.ts';
import { indexKeys } from '../../../../src/wallet/scan/spend-keys.ts';

/** Keys that share their first and last bytes. */
const key = fc
  .tuple(fc.nat(3), fc.nat(2))
  .map(([first, last]) => Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? first : i === 31 ? last : 7)));

test('every key is found in its row, and other keys are not found', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 12 }), fc.array(key, { maxLength: 12 }), (rows, asked) => {
      const numbers = new Uint32Array(rows.length);
      const rowOf = indexKeys({ keys: concat(...rows), majors: numbers, minors: numbers });
      for (const [i, each] of asked.entries()) {
        const want = rows.findLastIndex((row) => row.join() === each.join());
        expect(rowOf(concat(...asked), 32 * i)).toBe(want);
      }
    }),
    { numRuns: 300 },
  );
});
