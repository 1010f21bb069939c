import { describe, expect, it } from 'vitest';
import { createRangeGroups } from '../../../../src/wallet/sync/range-groups.ts';
import { settled } from '../../../support/settled.ts';

const MB = 1_000_000;

/** A clock whose sleeps end when the test says so; its time stands still. */
const createClock = () => {
  let wake = (): void => undefined;
  return {
    now: () => 1_800_000_000_000,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        wake = resolve;
        signal?.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      }),
    wake: () => {
      wake();
    },
  };
};

interface Made {
  readonly bytes?: number;
  readonly found?: number;
  readonly error?: Error;
  /** The clock wakes whoever sleeps before this range is there. */
  readonly late?: number;
  readonly alone?: readonly number[];
}
const groupsOf = (count: number, { bytes = 1, found = 0, error, late, alone = [] }: Made = {}) => {
  const clock = createClock();
  let next = 0;
  const pipeline = {
    next: async () => {
      const index = next++;
      if (index === late) {
        clock.wake();
        await settled();
      }
      if (index < count)
        return { index, range: { parts: [{ bytes: { byteLength: bytes } }], found: { length: found } } };
      if (error) throw error;
      return undefined;
    },
  };
  const groups = createRangeGroups(pipeline, clock, ({ index }) => alone.includes(index));
  return async (): Promise<readonly number[]> => (await groups.next()).map(({ index }) => index);
};

describe('groups of scanned ranges', () => {
  it('contain what is scanned soon after the last group, and nothing twice', async () => {
    const next = groupsOf(6, { late: 4 });
    for (const wanted of [[0], [1, 2, 3], [4, 5], [], []]) expect(await next()).toEqual(wanted);
  });
  it('hold a limited number of bytes', async () => {
    const next = groupsOf(6, { bytes: 3 * MB });
    for (const wanted of [[0], [1, 2, 3], [4, 5], []]) expect(await next()).toEqual(wanted);
  });
  it('hold a limited number of outputs', async () => {
    const next = groupsOf(5, { found: 8 });
    for (const wanted of [[0], [1, 2, 3], [4], []]) expect(await next()).toEqual(wanted);
  });
  it('contain no others beside a range that needs its own commit', async () => {
    const next = groupsOf(6, { alone: [1, 4] });
    for (const wanted of [[0], [1], [2, 3], [4], [5], []]) expect(await next()).toEqual(wanted);
  });
  it('contain the ranges before an error, which the next call throws', async () => {
    const next = groupsOf(3, { error: new Error('bad block') });
    expect(await next()).toEqual([0]);
    expect(await next()).toEqual([1, 2]);
    await expect(next()).rejects.toThrow('bad block');
  });
});
