/**
 * The argument that two vectors have a certain inner product, in rounds that halve them (protocol 2 of the Bulletproofs
 * paper by Bünz, Bootle, Boneh, Poelstra, Wuille and Maxwell). Points are not folded: L and R are sums of the generators
 * of the proof, for which the factors that each of them has collected are kept.
 * Upstream: crypto/generalized-bulletproofs/src/inner_product.rs of kayabaNerve/monero-oxide, branch fcmp++ at dc1b3dbe4.
 */
import type { TowerCurve } from '../../kernel/ref/tower-cycle.ts';
import type { SharedSums } from '../../kernel/tower-sums.ts';
import { inner, scaledSum } from './elements.ts';
import type { ProofReader, ProofWriter } from './transcript.ts';
import type { VerifierSum } from './verifier-sum.ts';

/** `left` and `right` are as long as there are generators, a power of two. */
export interface InnerProductWitness {
  readonly left: readonly bigint[];
  readonly right: readonly bigint[];
  /** Factors of the right generators. */
  readonly rightFactors: readonly bigint[];
  /** The factor of the generator of values, for the product itself. */
  readonly valueFactor: bigint;
}

export async function proveInnerProduct(
  curve: TowerCurve,
  { left, right, rightFactors, valueFactor }: InnerProductWitness,
  transcript: ProofWriter,
  sums: SharedSums,
): Promise<void> {
  const { Fn } = curve;
  let [a, b] = [left, right];
  let leftFactors: readonly bigint[] = left.map(() => 1n);
  let factors = rightFactors;
  while (a.length > 1) {
    const half = a.length / 2;
    const [a1, a2, b1, b2] = [a.slice(0, half), a.slice(half), b.slice(0, half), b.slice(half)];
    /** Scalars of the original generators: those whose folded index is in the upper half, or in the lower one. */
    const unfold = (part: readonly bigint[], upper: boolean, by: readonly bigint[]): bigint[] =>
      by.map((factor, i) => (((i & half) !== 0) === upper ? Fn.mul(part[i & (half - 1)]!, factor) : 0n));
    const [L, R] = await sums(curve, [
      {
        left: unfold(a1, true, leftFactors),
        right: unfold(b2, false, factors),
        value: Fn.mul(inner(Fn, a1, b2), valueFactor),
      },
      {
        left: unfold(a2, false, leftFactors),
        right: unfold(b1, true, factors),
        value: Fn.mul(inner(Fn, a2, b1), valueFactor),
      },
    ]);
    transcript.point(L!);
    transcript.point(R!);
    const x = transcript.element(Fn);
    const inverse = Fn.inv(x);
    a = scaledSum(
      Fn,
      a1,
      x,
      a2.map((each) => each * inverse),
    );
    b = scaledSum(
      Fn,
      b1,
      inverse,
      b2.map((each) => each * x),
    );
    leftFactors = leftFactors.map((factor, i) => Fn.mul(factor, i & half ? x : inverse));
    factors = factors.map((factor, i) => Fn.mul(factor, i & half ? inverse : x));
  }
  transcript.scalar(a[0]!);
  transcript.scalar(b[0]!);
}

/** Adds what must be zero to `sum`, `weight` times; the commitment that the vectors open is there already. */
export function verifyInnerProduct(
  curve: TowerCurve,
  { rightFactors, valueFactor }: Pick<InnerProductWitness, 'rightFactors' | 'valueFactor'>,
  transcript: ProofReader,
  { sum, weight }: { readonly sum: VerifierSum; readonly weight: bigint },
): void {
  const { Fn } = curve;
  let leftFactors = rightFactors.map(() => 1n);
  let factors = [...rightFactors];
  for (let half = rightFactors.length / 2; half >= 1; half /= 2) {
    const [L, R] = [transcript.point(curve), transcript.point(curve)];
    const x = transcript.element(Fn);
    const inverse = Fn.inv(x);
    sum.point(L, weight * Fn.sqr(x));
    sum.point(R, weight * Fn.sqr(inverse));
    leftFactors = leftFactors.map((factor, i) => Fn.mul(factor, i & half ? x : inverse));
    factors = factors.map((factor, i) => Fn.mul(factor, i & half ? inverse : x));
  }
  const [a, b] = [transcript.scalar(curve), transcript.scalar(curve)];
  sum.left(leftFactors, Fn.neg(Fn.mul(weight, a)));
  sum.right(factors, Fn.neg(Fn.mul(weight, b)));
  sum.value(-weight * Fn.mul(Fn.mul(a, b), valueFactor));
}
