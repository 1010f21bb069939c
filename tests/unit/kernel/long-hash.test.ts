/** Hashing megabytes in steps. */
import { expect, test } from 'vitest';
import { atOnce } from '../../../src/base/steps.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { keccak256InSteps } from '../../../src/kernel/long-hash.ts';
import { seededRandom } from '../../support/seeded-random.ts';

test('the hash in steps is that of the kernel, at every size around a step', () => {
  const bytes = seededRandom('long hash')((1 << 20) + 7);
  for (const size of [0, 1, 1 << 18, (1 << 19) - 1, 1 << 19, (1 << 19) + 1, 3 << 18, (1 << 20) + 7])
    expect(atOnce(keccak256InSteps(bytes.subarray(0, size)))).toEqual(
      kernel.keccak256(bytes.subarray(0, size)),
    );
});

test('a long hash has several steps', () => {
  const steps = keccak256InSteps(new Uint8Array(1 << 20));
  let count = 0;
  while (steps.next().done !== true) count += 1;
  expect(count).toBe(4);
});
