/** The warm-up computes what the first payment would otherwise wait for. */
import { expect, test } from 'vitest';
import type { Kernel } from '../../../../src/kernel/interface.ts';
import { installKernel, kernel } from '../../../../src/kernel/kernel.ts';
import { refKernel } from '../../../../src/kernel/ref/ref-kernel.ts';
import { proveBulletproofPlus } from '../../../../src/protocol/rct/bpp-prove.ts';
import { warmUpProver } from '../../../../src/wallet/spend/warm-up-prover.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const random = seededRandom('warmUpProver');

/** The numbers of bytes of points in each sum that `work` computes with this kernel. */
const sumsIn = (used: Kernel, work: () => unknown): readonly number[] => {
  const before = kernel;
  const sizes: number[] = [];
  installKernel({
    ...used,
    multiexpWide: (scalars, wide) => {
      sizes.push(wide.length);
      return used.multiexpWide(scalars, wide);
    },
  });
  try {
    work();
  } finally {
    installKernel(before);
  }
  return sizes;
};

test('nothing is warmed up with the readable kernel', () => {
  expect(sumsIn(refKernel, () => warmUpProver({ bytes: random }))).toEqual([]);
});

test('the warm-up computes the sums of a payment with two outputs, for which it hashes the same generators', () => {
  const openings = [5n, 7n].map((amount) => ({ amount, mask: kernel.scalarReduce(random(64)) }));
  const paying = sumsIn(kernel, () => proveBulletproofPlus({ random }, openings));
  const warmingUp = sumsIn(kernel, () => warmUpProver({ bytes: random }));
  expect(paying.length).toBeGreaterThan(0);
  expect(warmingUp.slice(0, paying.length)).toEqual(paying);
});
