/** The warm-up computes what the first payment would otherwise wait for. */
import { expect, test } from 'vitest';
import { installKernel, kernel } from '../../../../src/kernel/kernel.ts';
import { refKernel } from '../../../../src/kernel/ref/ref-kernel.ts';
import { proveBulletproofPlus } from '../../../../src/protocol/rct/bpp-prove.ts';
import { warmUpProver } from '../../../../src/wallet/spend/warm-up-prover.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const random = seededRandom('warmUpProver');

const pointsHashedIn = (work: () => unknown): number => {
  const before = kernel;
  let hashed = 0;
  installKernel({
    ...before,
    hashToPoint: (key) => {
      hashed += 1;
      return before.hashToPoint(key);
    },
  });
  work();
  installKernel(before);
  return hashed;
};

test('nothing is warmed up with the readable kernel', () => {
  installKernel(refKernel);
  expect(pointsHashedIn(() => warmUpProver({ bytes: random }))).toBe(0);
});

test('a payment after the warm-up hashes no points for its proof', () => {
  warmUpProver({ bytes: random });
  const openings = [5n, 7n].map((amount) => ({ amount, mask: kernel.scalarReduce(random(64)) }));
  expect(pointsHashedIn(() => proveBulletproofPlus({ random }, openings))).toBe(0);
});
