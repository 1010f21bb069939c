/**
 * The balance equation: the sum of the pseudo outputs equals the sum of the output commitments plus the fee.
 * Upstream: `verRctSemanticsSimple`, `genRctSimple` in src/ringct/rctSigs.cpp.
 */
import type { Commitment, Point, Scalar } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { H, IDENTITY } from '../ring/constants.ts';
import { randomScalar, type RandomBytes } from '../ring/scalar.ts';
import { amountScalar, type Opening } from './amount.ts';

/**
 * Amounts and masks of the pseudo outputs, one per input: random masks, the last one chosen so that they add up to
 * the outputs' masks. `commit` gives their commitments.
 */
export function pseudoOutputs(
  { random }: { readonly random: RandomBytes },
  inputAmounts: readonly bigint[],
  outputMasks: readonly Scalar[],
): Opening[] {
  if (inputAmounts.length === 0) throw new Error('a transaction spends at least one input');
  let rest = outputMasks.reduce((sum, mask) => kernel.scalarAdd(sum, mask), ZERO);
  return inputAmounts.map((amount, i) => {
    if (i === inputAmounts.length - 1) return { amount, mask: rest };
    const mask = randomScalar(random);
    rest = kernel.scalarSub(rest, mask);
    return { amount, mask };
  });
}
const ZERO: Uint8Array = new Uint8Array(32);

/** Whether Σ pseudoOuts = Σ commitments + fee·H. Kernel fault `bad_point` for an invalid point. */
export function isBalanced(
  pseudoOuts: readonly Commitment[],
  commitments: readonly Commitment[],
  fee: bigint,
): boolean {
  return equalBytes(sumOf(pseudoOuts), kernel.pointAdd(sumOf(commitments), kernel.mul(amountScalar(fee), H)));
}

const sumOf = (points: readonly Point[]): Uint8Array =>
  points.reduce((sum, point) => kernel.pointAdd(sum, point), IDENTITY);
