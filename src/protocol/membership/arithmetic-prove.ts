/** Proves a statement of arithmetic.ts. */
import type { ProofScalars, SharedSums } from '../../kernel/tower-sums.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import { placesOf, type ArithmeticStatement, type ArithmeticWitness, type Places } from './arithmetic.ts';
import { inner, powers, randomElement, randomElements, type TowerField } from './elements.ts';
import { proveInnerProduct } from './inner-product.ts';
import { combine, type Weights } from './linear.ts';
import type { ProofWriter } from './transcript.ts';

export interface ProverTools {
  readonly random: RandomBytes;
  readonly sums: SharedSums;
}

export async function proveArithmetic(
  statement: ArithmeticStatement,
  witness: ArithmeticWitness,
  transcript: ProofWriter,
  { random, sums }: ProverTools,
): Promise<void> {
  const { curve, rows, constraints } = statement;
  const { Fn } = curve;
  const [vectors, singles] = [witness.vectors.length, witness.singles.length];
  const places = placesOf(vectors);
  const product = witness.left.map((each, i) => Fn.mul(each, witness.right[i]!));

  const masks = { factors: draw(Fn, random), product: draw(Fn, random), blinding: draw(Fn, random) };
  const blinding = blindingVectors(Fn, rows, random);
  const first = [
    { left: witness.left, right: witness.right, mask: masks.factors },
    { left: product, mask: masks.product },
    { ...blinding, mask: masks.blinding },
  ];
  for (const point of await sums(curve, first.map(asSecret))) transcript.point(point);

  const y = transcript.element(Fn);
  const weights = combine(Fn, constraints, transcript.element(Fn), { rows, vectors, singles });
  const ys = { up: powers(Fn, y, rows), down: powers(Fn, Fn.inv(y), rows) };
  const polynomials = polynomialsOf(Fn, { witness, product, blinding, weights, ys, places });
  const t = productOf(Fn, polynomials, places.length);

  const before = randomElements(Fn, places.constraints, random);
  const after = randomElements(Fn, places.length - places.constraints - 1, random);
  // The coefficient at `constraints` follows from the constraints, and its mask from those of single values.
  const tMasks = [
    ...before,
    Fn.neg(
      inner(
        Fn,
        weights.single,
        witness.singles.map(({ mask }) => mask),
      ),
    ),
    ...after,
  ];
  const coefficients = t
    .map((value, i) => ({ value, mask: tMasks[i]! }))
    .filter((_, i) => i !== places.constraints);
  for (const point of await sums(curve, coefficients.map(asSecret))) transcript.point(point);

  const x = powers(Fn, transcript.element(Fn), places.length);
  const left = evaluate(Fn, polynomials.left, x, rows);
  const right = evaluate(Fn, polynomials.right, x, rows);
  const inLeft = [
    { at: places.factors, mask: masks.factors },
    { at: places.constraints, mask: masks.product },
    { at: places.blinding, mask: masks.blinding },
    ...witness.vectors.map(({ mask }, i) => ({ at: places.vectors[i]!, mask })),
  ];
  const value = inner(Fn, left, right);
  transcript.scalar(inner(Fn, tMasks, x));
  transcript.scalar(Fn.create(inLeft.reduce((sum, { at, mask }) => sum + x[at]! * mask, 0n)));
  transcript.scalar(value);
  const valueFactor = transcript.element(Fn);
  await proveInnerProduct(curve, { left, right, rightFactors: ys.down, valueFactor }, transcript, sums);
}

const asSecret = (scalars: ProofScalars): ProofScalars => ({ ...scalars, secret: true });

const draw = (field: TowerField, random: RandomBytes): bigint => randomElement(field, random);

/** Drawn in pairs. */
const blindingVectors = (
  field: TowerField,
  rows: number,
  random: RandomBytes,
): { readonly left: readonly bigint[]; readonly right: readonly bigint[] } => {
  const drawn = randomElements(field, 2 * rows, random);
  return { left: drawn.filter((_, i) => i % 2 === 0), right: drawn.filter((_, i) => i % 2 === 1) };
};

/** Coefficients by power; each is a vector, and empty where nothing is. */
interface Polynomials {
  readonly left: readonly (readonly bigint[])[];
  readonly right: readonly (readonly bigint[])[];
}

interface Parts {
  readonly witness: ArithmeticWitness;
  readonly product: readonly bigint[];
  readonly blinding: { readonly left: readonly bigint[]; readonly right: readonly bigint[] };
  readonly weights: Weights;
  /** Powers of y and of 1/y. */
  readonly ys: { readonly up: readonly bigint[]; readonly down: readonly bigint[] };
  readonly places: Places;
}

const polynomialsOf = (
  field: TowerField,
  { witness, product, blinding, weights, ys, places }: Parts,
): Polynomials => {
  const left: (readonly bigint[])[] = Array.from({ length: places.blinding + 1 }, () => []);
  const right = left.slice();
  left[places.factors] = ys.down.map((down, i) =>
    field.create((witness.left[i] ?? 0n) + down * weights.right[i]!),
  );
  right[places.factors] = ys.up.map((up, i) =>
    field.create((witness.right[i] ?? 0n) * up + weights.left[i]!),
  );
  left[places.constraints] = product;
  right[0] = ys.up.map((up, i) => field.sub(weights.product[i]!, up));
  left[places.blinding] = blinding.left;
  right[places.blinding] = ys.up.map((up, i) => field.mul(up, blinding.right[i]!));
  for (const [i, at] of places.vectors.entries()) {
    left[at] = witness.vectors[i]!.values;
    right[places.constraints - at] = weights.vectors[i]!;
  }
  return { left, right };
};

const productOf = (field: TowerField, { left, right }: Polynomials, length: number): bigint[] => {
  const t = Array.from({ length }, () => 0n);
  for (const [i, l] of left.entries()) for (const [j, r] of right.entries()) t[i + j]! += inner(field, l, r);
  return t.map((each) => field.create(each));
};

const evaluate = (
  field: TowerField,
  coefficients: readonly (readonly bigint[])[],
  x: readonly bigint[],
  rows: number,
): bigint[] =>
  Array.from({ length: rows }, (_, row) =>
    field.create(coefficients.reduce((sum, vector, power) => sum + (vector[row] ?? 0n) * x[power]!, 0n)),
  );
