import { describe, expect, it } from 'vitest';
import { addRanges, extentOf, hasIndex } from '../../../../src/server/light-wallet/ranges.ts';

describe('ranges of subaddresses', () => {
  it('are joined where they touch, and tell what was new', () => {
    const first = addRanges({}, [
      { key: 0, value: [[5, 9]] },
      { key: 0, value: [[0, 2]] },
      { key: 2, value: [[1, 1]] },
    ]);
    expect(first.all).toEqual({
      0: [
        [0, 2],
        [5, 9],
      ],
      2: [[1, 1]],
    });
    const second = addRanges(first.all, [{ key: 0, value: [[1, 7]] }]);
    expect(second.fresh).toEqual({ 0: [[3, 4]] });
    expect(second.all[0]).toEqual([[0, 9]]);
    expect(addRanges(second.all, [{ key: 0, value: [[0, 9]] }]).fresh).toEqual({});
  });
  it('are measured without walking them, and know their indices', () => {
    const { all } = addRanges({}, [{ key: 1, value: [[0, 4_294_967_295]] }]);
    expect(extentOf(all)).toEqual({ major: 2, minor: 4_294_967_296 });
    expect([hasIndex(all, 1, 7), hasIndex(all, 0, 7)]).toEqual([true, false]);
  });
});
