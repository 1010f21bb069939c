/**
 * The balance equation: the sum of the pseudo outputs equals the sum of the output commitments plus the fee.
 * Upstream: `verRctSemanticsSimple` in src/ringct/rctSigs.cpp.
 */
import type { Commitment, Point } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { H, IDENTITY } from '../ring/constants.ts';
import { amountScalar } from './amount.ts';

/** True if Σ pseudoOuts = Σ commitments + fee·H. Kernel fault `bad_point` for an invalid point. */
export function isBalanced(
  pseudoOuts: readonly Commitment[],
  commitments: readonly Commitment[],
  fee: bigint,
): boolean {
  return equalBytes(sumOf(pseudoOuts), kernel.pointAdd(sumOf(commitments), kernel.mul(amountScalar(fee), H)));
}

const sumOf = (points: readonly Point[]): Uint8Array =>
  points.reduce((sum, point) => kernel.pointAdd(sum, point), IDENTITY);
