/**
 * The generators of a Bulletproofs+ prover after some rounds of halving.
 *
 * Upstream folds the points themselves in every round. Here the points stay as they are and their weights are
 * folded: the folded generator j of length n is the sum over all i ≡ j (mod n) of weight_i times generator i. So
 * each L and R is one multiexp over known points, and no point but the results leaves the kernel.
 */
import { kernel } from '../../kernel/kernel.ts';
import { G, H } from '../ring/constants.ts';
import { INV_8, mod, toBytes } from './scalars.ts';
import { generators } from './bpp-generators.ts';

/** Scalars for consecutive folded generators of one kind, beginning with number `from`. */
export interface Term {
  readonly kind: 'g' | 'h';
  readonly from: number;
  readonly values: readonly bigint[];
}
/** What the lower and the upper half of each kind is multiplied with before the halves fall together. */
export interface Folding {
  readonly g: readonly [low: bigint, high: bigint];
  readonly h: readonly [low: bigint, high: bigint];
}
export interface FoldedBasis {
  /** (all terms + c·H + d·G)/8. */
  commit(terms: readonly Term[], c: bigint, d: bigint): Uint8Array;
  fold(by: Folding): void;
}

export const foldedBasis = (length: number): FoldedBasis => {
  const points = generators(length);
  const weights = { g: new Array<bigint>(length).fill(1n), h: new Array<bigint>(length).fill(1n) };
  let folded = length;
  return {
    commit(terms, c, d) {
      const scalars = [toBytes(d * INV_8), toBytes(c * INV_8)];
      const bases: Uint8Array[] = [G, H];
      for (const { kind, from, values } of terms) {
        const eighths = values.map((value) => mod(value * INV_8));
        for (let block = from; block < length; block += folded)
          for (const [j, value] of eighths.entries()) {
            scalars.push(toBytes(value * weights[kind][block + j]!));
            bases.push(points[kind][block + j]!);
          }
      }
      return kernel.multiexp(scalars, bases);
    },
    fold(by) {
      folded /= 2;
      for (const kind of ['g', 'h'] as const)
        weights[kind] = weights[kind].map((weight, i) => mod(weight * by[kind][i & folded ? 1 : 0]));
    },
  };
};
