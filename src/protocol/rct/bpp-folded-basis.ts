/**
 * The generators of a Bulletproofs+ prover after some rounds of halving.
 *
 * Upstream computes new points in every round. Here the points stay the same for FOLDS rounds, and their weights
 * change: the folded generator j of length n is the sum over all blocks b of weight_b times generator b·n + j. So
 * each L and R is one multiexp over known points. After FOLDS rounds one kernel call adds up the blocks: eight points
 * in one run of doublings take less time than one point eight times.
 */
import { concat } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { generators, gAndH } from './bpp-generators.ts';
import { INV_8, mod, toList } from './scalars.ts';

/** Scalars of consecutive folded generators of one kind, beginning with number `from`. */
export interface Term {
  readonly kind: 'g' | 'h';
  readonly from: number;
  readonly values: readonly bigint[];
}
/** Factors for the lower and the upper half of each kind before the halves are added. */
export interface Folding {
  readonly g: readonly [low: bigint, high: bigint];
  readonly h: readonly [low: bigint, high: bigint];
}
export interface FoldedBasis {
  /** (all terms + c·H + d·G)/8. */
  commit(terms: readonly Term[], c: bigint, d: bigint): Uint8Array;
  fold(by: Folding): void;
}

/** Rounds between two computations of new points; with 2 or 4 the work is a tenth more. */
const FOLDS = 3;
/** Below this number of points a multiexp hardly gets faster, since the doublings take most of the time. */
const FEW = 16;

export function foldedBasis(length: number): FoldedBasis {
  const points = generators(length);
  /** One weight per block, for all its points. */
  const weights = { g: [1n], h: [1n] };
  let folded = length;
  return {
    commit(terms, c, d) {
      const scalars = [d * INV_8, c * INV_8];
      const bases = [gAndH()];
      for (const { kind, from, values } of terms)
        for (const [block, weight] of weights[kind].entries()) {
          const eighth = mod(weight * INV_8);
          for (const value of values) scalars.push(value * eighth);
          const first = block * folded + from;
          bases.push(points[kind].subarray(64 * first, 64 * (first + values.length)));
        }
      return kernel.multiexpWide(toList(scalars), concat(...bases));
    },
    fold(by) {
      folded /= 2;
      for (const kind of ['g', 'h'] as const) {
        const [low, high] = by[kind];
        weights[kind] = weights[kind].flatMap((weight) => [mod(weight * low), mod(weight * high)]);
        if (weights[kind].length < 2 ** FOLDS || folded * 2 ** FOLDS <= FEW) continue;
        points[kind] = kernel.foldWide(toList(weights[kind]), points[kind]);
        weights[kind] = [1n];
      }
    },
  };
}
