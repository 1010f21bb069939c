/** The whole engine in a simulated world: every invariant of the model holds, and a seed repeats its run. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setStretcher, stretchHere } from '../../src/store/stretch.ts';
import { planOf } from '../simulate/plan.ts';
import { prepare, simulate } from '../simulate/simulate.ts';
import { inTier, limit } from '../support/tier.ts';

beforeAll(prepare);
afterAll(() => {
  setStretcher(stretchHere);
});

test(
  'simulated weeks with kills, reorganisations and bad nodes break no invariant',
  async () => {
    for (let seed = 1; seed <= inTier({ short: 2, long: 100 }); seed++)
      expect((await simulate(planOf(String(seed), 8))).broken, `seed ${seed}`).toBe(undefined);
  },
  limit(600),
);
test(
  'a seed gives the same events in each run',
  async () => {
    const [first, second] = [await simulate(planOf('same', 4)), await simulate(planOf('same', 4))];
    expect(second).toEqual(first);
  },
  limit(60),
);
