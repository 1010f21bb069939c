/**
 * y² = x³ + ax + b from the textbook: affine coordinates, chords and tangents, one bit at a time. Slow, and shares no code
 * with the implementations that are compared with it.
 */
export interface SlowCurve {
  readonly p: bigint;
  readonly a: bigint;
  readonly b: bigint;
}
/** Undefined is the point at infinity. */
export type SlowPoint = { readonly x: bigint; readonly y: bigint } | undefined;

const P25519 = (1n << 255n) - 19n;
/** The modulus as its distance from 2^255, which is how the specification of the cycle gives it. */
const Q = (1n << 255n) - 0x408087d3489a94a791492d8d86d83861n;
export const SLOW_HELIOS: SlowCurve = {
  p: P25519,
  a: -3n,
  b: 15789920373731020205926570676277057129217619222203920395806844808978996083412n,
};
export const SLOW_SELENE: SlowCurve = {
  p: Q,
  a: -3n,
  b: 50691664119640283727448954162351551669994268339720539671652090628799494505816n,
};

export function slowMod(value: bigint, p: bigint): bigint {
  return ((value % p) + p) % p;
}
export function slowPow(base: bigint, exponent: bigint, p: bigint): bigint {
  let result = 1n;
  for (let bit = exponent.toString(2).length - 1; bit >= 0; bit--) {
    result = (result * result) % p;
    if ((exponent >> BigInt(bit)) & 1n) result = (result * slowMod(base, p)) % p;
  }
  return result;
}
/** By Fermat's little theorem. */
export function slowInverse(value: bigint, p: bigint): bigint {
  return slowPow(value, p - 2n, p);
}
/** By Euler's criterion. */
export function isSquare(value: bigint, p: bigint): boolean {
  return slowPow(value, (p - 1n) / 2n, p) !== p - 1n;
}

export function isOn({ p, a, b }: SlowCurve, { x, y }: { x: bigint; y: bigint }): boolean {
  return slowMod(y * y - (x * x * x + a * x + b), p) === 0n;
}

export function slowAdd({ p, a }: SlowCurve, one: SlowPoint, other: SlowPoint): SlowPoint {
  if (one === undefined) return other;
  if (other === undefined) return one;
  if (one.x === other.x && slowMod(one.y + other.y, p) === 0n) return undefined;
  const slope =
    one.x === other.x
      ? (3n * one.x * one.x + a) * slowInverse(2n * one.y, p)
      : (other.y - one.y) * slowInverse(other.x - one.x, p);
  const x = slowMod(slope * slope - one.x - other.x, p);
  return { x, y: slowMod(slope * (one.x - x) - one.y, p) };
}

export function slowMultiply(curve: SlowCurve, k: bigint, point: SlowPoint): SlowPoint {
  let result: SlowPoint;
  for (const bit of k.toString(2)) {
    result = slowAdd(curve, result, result);
    if (bit === '1') result = slowAdd(curve, result, point);
  }
  return result;
}

/** k·P of some point P. */
export interface SlowMultiple {
  readonly k: bigint;
  readonly point: SlowPoint;
}

/** Each one bit at a time. */
export function slowMultiples(
  curve: SlowCurve,
  point: SlowPoint,
  scalars: readonly bigint[],
): readonly SlowMultiple[] {
  return scalars.map((k) => ({ k, point: slowMultiply(curve, k, point) }));
}

/** Multiples of one point make another one: (j + k)·P = j·P + k·P. So a few of them give many for the price of a sum. */
export function slowSum(curve: SlowCurve, order: bigint, multiples: readonly SlowMultiple[]): SlowMultiple {
  return multiples.reduce<SlowMultiple>(
    (sum, { k, point }) => ({ k: (sum.k + k) % order, point: slowAdd(curve, sum.point, point) }),
    { k: 0n, point: undefined },
  );
}
