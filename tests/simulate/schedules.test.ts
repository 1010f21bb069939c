/** The shortest schedules of faults that the simulator found; each one broke an invariant before its fault was mended. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setStretcher, stretchHere } from '../../src/store/stretch.ts';
import type { Plan, Step } from './plan.ts';
import { prepare, simulate } from './simulate.ts';
import { HOUR } from './time.ts';
import { limit } from '../support/tier.ts';

beforeAll(prepare);
afterAll(() => {
  setStretcher(stretchHere);
});

const step = (hours: number, what: Step['do'], n = 0.5, m = 0.5): Step => ({
  at: hours * HOUR,
  do: what,
  n,
  m,
});
const shop = (seed: string, ...steps: Step[]): Plan => ({
  ...{ seed, days: 1, storage: 'folder', nodes: 'one', dateOff: 0, second: false, customer: false, steps },
});
const twelveBlocks = Array.from({ length: 12 }, (_, i) => step(i + 1, 'block'));

test(
  'an open copy tells a shop nothing that the wallet tells it later',
  async () => {
    const plan = shop('copy', step(0.1, 'receive'), step(1, 'block'), step(2, 'read a copy', 0.8));
    expect((await simulate(plan)).broken).toBe(undefined);
  },
  limit(20),
);
test(
  'a payment that was refused because of the disk is not sent after a restart',
  async () => {
    const money = [
      step(1 / 60, 'receive', 0),
      step(2 / 60, 'receive', 0.4),
      ...twelveBlocks,
      step(14, 'refresh'),
    ];
    const trouble = [step(15, 'storage trouble', 0.7, 0.9), step(20, 'kill', 0.1, 0.1), step(21, 'refresh')];
    expect((await simulate(shop('63', ...money, ...trouble))).broken).toBe(undefined);
  },
  limit(20),
);
