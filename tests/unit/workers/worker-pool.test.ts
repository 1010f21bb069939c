import { expect, it } from 'vitest';
import { poolSize } from '../../../workers/worker-pool.ts';

it('the scan pool leaves a core free where there are more than two, and has one to eight workers', () => {
  expect([0, 1, 2, 3, 4, 8, 9, 64].map(poolSize)).toEqual([1, 1, 2, 2, 3, 7, 8, 8]);
});
