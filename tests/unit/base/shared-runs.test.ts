import { expect, it } from 'vitest';
import { sharedRuns } from '../../../src/base/shared-runs.ts';

/** Work that ends when the test says so. */
const createWork = () => {
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const work = () => new Promise<number>((resolve, reject) => ends.push({ resolve, reject }));
  return { work, ends };
};

it('gives calls that wait one run, which begins after all of them', async () => {
  const { work, ends } = createWork();
  const ask = sharedRuns(work);
  const first = ask();
  const others = [ask(), ask(), ask()];
  expect(ends).toHaveLength(1);
  ends[0]!.resolve(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  const late = ask();
  ends[1]!.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await Promise.resolve();
  ends[2]!.resolve(3);
  expect(await late).toBe(3);
});

it('a run that fails is not the next one', async () => {
  const { work, ends } = createWork();
  const ask = sharedRuns(work);
  const first = ask();
  const second = ask();
  ends[0]!.reject(new Error('the disk failed'));
  await expect(first).rejects.toThrow('the disk failed');
  await Promise.resolve();
  ends[1]!.resolve(2);
  expect(await second).toBe(2);
});
