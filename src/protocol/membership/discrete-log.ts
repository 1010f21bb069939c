/**
 * Proves in the circuit that a point is a generator times a scalar whose digits are committed to. The divisor with zeros
 * at minus the point and at the multiples of the generator is compared with those points along a random line: its
 * logarithmic derivative at the three points of the line equals a sum over the zeros. From section "Discrete Log Proof" of
 * the security proofs for Eagen's divisors (Bassa, Cypher Stack).
 * Upstream: crypto/fcmps/ec-gadgets/src/dlog.rs of kayabaNerve/monero-oxide, branch fcmp++ at dc1b3dbe4.
 */
import { addPairs, invertAll, type AffineCurve, type AffinePoint } from './affine.ts';
import type { Circuit } from './circuit.ts';
import { powers, type TowerField } from './elements.ts';
import { mustBeOnCurve, type PointVariables } from './gadgets.ts';
import { add, linear, only, scale, type Linear, type WeightedVariable, type Variable } from './linear.ts';
import type { Challenges } from './transcript.ts';

/** The coefficient of x is 1 and not committed to. */
export interface DivisorVariables {
  /** From x⁰. */
  readonly b: readonly Variable[];
  readonly constant: Variable;
  /** From x². */
  readonly a: readonly Variable[];
}

export interface PointClaim {
  readonly point: PointVariables;
  readonly digits: readonly Variable[];
  readonly divisor: DivisorVariables;
}

/** A point of the random line, with what the derivative there needs. */
interface LinePoint {
  readonly x: readonly bigint[];
  readonly y: bigint;
  /** (3x² + a)/2y. */
  readonly tangent: bigint;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface LineChallenge {
  readonly curve: AffineCurve;
  readonly points: readonly LinePoint[];
  readonly slope: bigint;
  readonly intercept: bigint;
}

/** The weight of each digit: 1/(intercept - (y - slope·x)) of its multiple of the generator. */
export type DigitWeights = readonly bigint[];

/** `generators`: their doublings, one for each digit. */
export function challengeLine(
  challenges: Challenges,
  curve: AffineCurve,
  generators: readonly (readonly AffinePoint[])[],
): { readonly line: LineChallenge; readonly weights: readonly DigitWeights[] } {
  const { field, a } = curve;
  const signs = challenges.bytes()[0]!;
  const first = challengePoint(challenges, curve, (signs & 1) === 1);
  const second = challengePoint(challenges, curve, (signs & 2) === 2);
  const { sum, slope } = addPairs(curve, [[first, second]])[0]!;
  if (sum === undefined || slope === undefined) throw new Error('the points of a challenge have one x');
  const intercept = field.create(first.y - slope * first.x);
  const inLine = [first, second, { x: sum.x, y: field.neg(sum.y) }];

  const below = [
    ...inLine.map(({ y }) => field.add(y, y)),
    ...generators.flat().map(({ x, y }) => field.create(intercept - y + slope * x)),
  ];
  const inverses = invertAll(field, below);
  const points = inLine.map(({ x, y }, i): LinePoint => {
    const derivative = field.create(3n * x * x + a);
    const doubled = field.add(y, y);
    return {
      x: powers(field, x, Math.ceil(generators[0]!.length / 2) + 2),
      y,
      tangent: field.mul(derivative, inverses[i]!),
      numerator: doubled,
      denominator: field.create(derivative - slope * doubled),
    };
  });
  let from = inLine.length;
  const weights = generators.map(({ length }) => inverses.slice(from, (from += length)));
  return { line: { curve, points, slope, intercept }, weights };
}

const challengePoint = (challenges: Challenges, { field, a, b }: AffineCurve, odd: boolean): AffinePoint => {
  for (;;) {
    const x = challenges.element(field);
    const y = squareRoot(field, field.create((x * x + a) * x + b));
    if (y !== undefined) return { x, y: ((y & 1n) === 1n) === odd ? y : field.neg(y) };
  }
};

const squareRoot = (field: TowerField, value: bigint): bigint | undefined => {
  try {
    return field.sqrt(value);
  } catch {
    return undefined;
  }
};

/** The claim's point is on the curve, and its digits times the generator. */
export function mustHaveDigits(
  circuit: Circuit,
  { point, digits, divisor }: PointClaim,
  { curve, points, slope, intercept }: LineChallenge,
  weights: DigitWeights,
): void {
  mustBeOnCurve(circuit, curve, point);
  const values = points.map((each) => derivativeAt(circuit, divisor, each));
  // A zero of the divisor is minus the point, so y counts with the other sign here.
  const ofPoint = linear(
    [
      { weight: 1n, variable: point.y },
      { weight: slope, variable: point.x },
    ],
    intercept,
  );
  const inverse = circuit.invert(ofPoint);
  const zeros = add(linear(digits.map((variable, i) => ({ weight: weights[i]!, variable }))), only(inverse));
  circuit.mustBeEqual(add(...values.map(only)), zeros);
}

/** The logarithmic derivative of the divisor at a point of the line. */
const derivativeAt = (
  circuit: Circuit,
  { a, b, constant }: DivisorVariables,
  { x, y, tangent, numerator, denominator }: LinePoint,
): Variable => {
  const { field } = circuit;
  const byY = b.map((variable, i): WeightedVariable => ({ weight: field.mul(tangent, x[i]!), variable }));
  const byX = [
    ...b
      .slice(1)
      .map((variable, i): WeightedVariable => ({ weight: BigInt(i + 1) * field.mul(y, x[i]!), variable })),
    ...a.map((variable, i): WeightedVariable => ({ weight: BigInt(i + 2) * x[i + 1]!, variable })),
  ];
  const above = scale(field, linear([...byY, ...byX], 1n), numerator);
  const value: Linear = linear(
    [
      ...b.map((variable, i) => ({ weight: field.mul(y, x[i]!), variable })),
      ...a.map((variable, i) => ({ weight: x[i + 2]!, variable })),
      { weight: 1n, variable: constant },
    ],
    x[1],
  );
  const below = scale(field, value, denominator);
  const row = circuit.multiply(below, () =>
    field.mul(circuit.valueOf(above), field.inv(circuit.valueOf(below))),
  );
  circuit.mustBeEqual(above, only(row.product));
  return row.right;
};
