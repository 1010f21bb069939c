import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAbsoluteOffsets, toRelativeOffsets } from '../../../../src/protocol/tx/offsets.ts';
import { expectFault } from '../../../support/faults.ts';

describe('ring member indices', () => {
  it('are written as offsets and read back as absolute indices', () => {
    expect(toRelativeOffsets([7n, 3n, 12n])).toEqual([3n, 4n, 5n]);
    expect(toAbsoluteOffsets([3n, 4n, 5n])).toEqual([3n, 7n, 12n]);
    expect(toRelativeOffsets([])).toEqual([]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), (indices) => {
        const sorted = indices.toSorted((a, b) => (a < b ? -1 : 1));
        expect(toAbsoluteOffsets(toRelativeOffsets(indices))).toEqual(sorted);
      }),
    );
  });

  // threat: malformed-input
  it('do not wrap around 64 bits', () => {
    expectFault(() => toAbsoluteOffsets([2n ** 64n - 1n, 1n]), 'bad_format');
  });
});
