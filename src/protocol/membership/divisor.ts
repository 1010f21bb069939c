/**
 * Divisors: functions a(x) + y·b(x) on a curve that are zero at given points and nowhere else, so that equations between
 * values of such a function prove a sum of points. From "Zero Knowledge Proofs of Elliptic Curve Inner Products from
 * Principal Divisors and Weil Reciprocity" (Eagen). They are computed in a tree: a line through two points, then products
 * of two functions. In variable time.
 * Upstream: crypto/divisors of kayabaNerve/monero-oxide, branch fcmp++ at dc1b3dbe4.
 */
import { addPairs, type AffineCurve, type AffinePoint, type MaybePoint } from './affine.ts';
import { reduced, wideProduct, wideSum, withoutRoot, type Polynomial } from './polynomial.ts';

/** a(x) + y·b(x). */
export interface Divisor {
  readonly a: Polynomial;
  readonly b: Polynomial;
}

/** A function whose zeros are some points and minus their sum. */
export interface SummedDivisor {
  readonly divisor: Divisor;
  readonly sum: MaybePoint;
}

/** The function with zeros at the points and at minus their sum; its coefficient of x is 1. */
export function divisorOf(curve: AffineCurve, points: readonly AffinePoint[]): SummedDivisor {
  const pairs = pairsOf(points);
  let parts = addPairs(curve, pairs).map(({ sum, slope }, i): SummedDivisor => {
    const [point, other] = pairs[i]!;
    return { divisor: line(curve, point, other && slope), sum };
  });
  while (parts.length > 1) {
    const above = pairsOf(parts);
    const sums = addPairs(
      curve,
      above.map(([one, other]) => [one.sum, other?.sum]),
    );
    parts = above.map(([one, other], i) => (other ? merge(curve, one, other, sums[i]!) : one));
  }
  const { divisor, sum } = parts[0]!;
  return { divisor: normal(curve, divisor), sum };
}

const pairsOf = <T>(items: readonly T[]): (readonly [T, T | undefined])[] =>
  items.flatMap((item, i) => (i % 2 === 0 ? [[item, items[i + 1]] as const] : []));

/** The line through a point; without a slope the vertical one. */
const line = ({ field }: AffineCurve, { x, y }: AffinePoint, slope?: bigint): Divisor =>
  slope === undefined
    ? { a: [field.neg(x), 1n], b: [] }
    : { a: [field.create(slope * x - y), field.neg(slope)], b: [1n] };

/** The product, with zeros at S and -S of both sums replaced by one at minus the whole sum. */
const merge = (
  curve: AffineCurve,
  one: SummedDivisor,
  other: SummedDivisor,
  { sum, slope }: { readonly sum: MaybePoint; readonly slope: bigint | undefined },
): SummedDivisor => {
  const product = multiply(curve, one.divisor, other.divisor);
  if (one.sum === undefined || other.sum === undefined) return { divisor: product, sum };
  if (sum === undefined) return { divisor: without(curve, product, one.sum), sum };
  const whole = multiply(curve, product, line(curve, one.sum, slope));
  return { divisor: without(curve, without(curve, whole, one.sum), other.sum), sum };
};

/** y² is x³ + ax + b. */
const multiply = ({ field, a, b }: AffineCurve, f: Divisor, g: Divisor): Divisor => {
  const low = wideProduct(f.a, g.a);
  const high = reduced(field, wideProduct(f.b, g.b));
  const cross = wideProduct(wideSum(f.a, f.b), wideSum(g.a, g.b));
  return {
    a: reduced(field, wideSum(wideProduct(high, [b, a, 0n, 1n]), low)),
    b: trimmed(reduced(field, wideSum(low, wideSum(high, cross, -1n), -1n))),
  };
};

const trimmed = (polynomial: bigint[]): bigint[] => {
  while (polynomial.at(-1) === 0n) polynomial.pop();
  return polynomial;
};

const without = ({ field }: AffineCurve, { a, b }: Divisor, { x }: AffinePoint): Divisor => ({
  a: withoutRoot(field, a, x),
  b: withoutRoot(field, b, x),
});

const normal = ({ field }: AffineCurve, { a, b }: Divisor): Divisor => {
  const inverse = field.inv(a[1]!);
  return { a: a.map((each) => field.mul(each, inverse)), b: b.map((each) => field.mul(each, inverse)) };
};
