/** The whole engine in a simulated world: every invariant of the model holds, and a seed repeats its run. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setStretcher, stretchHere } from '../../src/store/stretch.ts';
import { planOf } from './plan.ts';
import { shrink } from './shrink.ts';
import { prepare, simulate } from './simulate.ts';
import { inTier, limit } from '../support/tier.ts';

beforeAll(prepare);
afterAll(() => {
  setStretcher(stretchHere);
});

test(
  'simulated days with kills, lost power, reorganisations and bad nodes break no invariant',
  async () => {
    const { seeds, days } = inTier({ short: { seeds: 200, days: 0.75 }, long: { seeds: 200, days: 12 } });
    for (let seed = 1; seed <= seeds; seed++)
      expect((await simulate(planOf(String(seed), days))).broken, `seed ${seed}`).toBe(undefined);
  },
  limit(600),
);
test(
  'a seed gives the same trace in each run, whatever ran before, and another seed another one',
  async () => {
    const hashes: string[] = [];
    for (const seed of ['same', 'other', 'same']) hashes.push((await simulate(planOf(seed, 2))).hash);
    expect(hashes[2]).toBe(hashes[0]);
    expect(hashes[1]).not.toBe(hashes[0]);
  },
  limit(60),
);
test('real time and real chance throw while a run lasts, and work again after it', async () => {
  const before = [Date, Math.random, performance, globalThis.crypto, globalThis.setTimeout];
  const found: unknown[] = [];
  await simulate({ ...planOf('real', 1), steps: [] }, () => {
    if (found.length > 0) return;
    for (const use of [() => Math.random(), () => performance.now(), () => AbortSignal.timeout(1)])
      try {
        use();
        found.push('answered');
      } catch (error) {
        found.push((error as Error).message);
      }
  });
  expect(found).toEqual([
    'a simulated run has no Math.random',
    'a simulated run has no performance.now',
    'a simulated run has no AbortSignal.timeout',
  ]);
  expect([Date, Math.random, performance, globalThis.crypto, globalThis.setTimeout]).toEqual(before);
});
test('a failing plan is cut down to the step that makes it fail', async () => {
  const plan = planOf('cut', 1);
  const never = { at: 3_600_000, do: 'no such step' as never, n: 0, m: 0 };
  const failing = await simulate({ ...plan, steps: [...plan.steps.slice(0, 4), never] });
  expect(failing.broken?.invariant).toBe('simulator');
  expect((await shrink(failing)).plan.steps).toEqual([never]);
});
