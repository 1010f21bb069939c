/** Verifies a proof of a statement of arithmetic.ts. */
import type { RandomBytes } from '../ring/scalar.ts';
import { placesOf, type ArithmeticStatement } from './arithmetic.ts';
import { inner, powers, randomElement } from './elements.ts';
import { verifyInnerProduct } from './inner-product.ts';
import { combine } from './linear.ts';
import type { ProofReader } from './transcript.ts';
import type { VerifierSum } from './verifier-sum.ts';

/** Adds to `sum` what is zero for a proof that holds. Faults `bad_proof_length`, `bad_scalar`, `bad_point`. */
export function verifyArithmetic(
  { curve, rows, constraints, vectors, singles }: ArithmeticStatement,
  transcript: ProofReader,
  sum: VerifierSum,
  random: RandomBytes,
): void {
  const { Fn } = curve;
  const places = placesOf(vectors.length);
  const [factors, product, blinding] = [1, 2, 3].map(() => transcript.point(curve));
  const y = transcript.element(Fn);
  const counts = { rows, vectors: vectors.length, singles: singles.length };
  const weights = combine(Fn, constraints, transcript.element(Fn), counts);
  const down = powers(Fn, Fn.inv(y), rows);
  const rightWeights = weights.right.map((each, i) => Fn.mul(each, down[i]!));

  const coefficients = Array.from({ length: places.length }, (_, i) =>
    i === places.constraints ? undefined : transcript.point(curve),
  );
  const x = powers(Fn, transcript.element(Fn), places.length);
  const [tMask, mask, value] = [transcript.scalar(curve), transcript.scalar(curve), transcript.scalar(curve)];

  // t(x) opens the commitments to its coefficients, of which one follows from the constraints.
  const tWeight = randomElement(Fn, random);
  const fixed = inner(Fn, rightWeights, weights.left) - weights.constant;
  sum.value(tWeight * (value - x[places.constraints]! * fixed));
  sum.mask(tWeight * tMask);
  for (const [i, point] of coefficients.entries()) if (point) sum.point(point, -tWeight * x[i]!);
  for (const [i, point] of singles.entries())
    sum.point(point, tWeight * Fn.mul(x[places.constraints]!, weights.single[i]!));

  // l(x) and r(x) open the commitments to their coefficients, and have the inner product t(x).
  const weight = randomElement(Fn, random);
  const at = (power: number): bigint => Fn.mul(weight, x[power]!);
  sum.point(factors!, at(places.factors));
  sum.point(product!, at(places.constraints));
  sum.point(blinding!, at(places.blinding));
  sum.left(rightWeights, at(places.factors));
  const right = down.map((power, i) => {
    const committed = weights.vectors.reduce(
      (total, vector, k) => total + vector[i]! * x[places.constraints - places.vectors[k]!]!,
      weights.left[i]! * x[places.factors]! + weights.product[i]!,
    );
    return Fn.create(Fn.create(committed) * power - 1n);
  });
  sum.right(right, weight);
  for (const [i, point] of vectors.entries()) sum.point(point, at(places.vectors[i]!));
  sum.mask(-weight * mask);
  const valueFactor = transcript.element(Fn);
  sum.value(weight * Fn.mul(valueFactor, value));
  verifyInnerProduct(curve, { rightFactors: down, valueFactor }, transcript, { sum, weight });
}
