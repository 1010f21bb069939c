/** Points of short Weierstrass curves y² = x³ + ax + b in affine coordinates. In variable time. */
import type { TowerField } from './elements.ts';

export interface AffinePoint {
  readonly x: bigint;
  readonly y: bigint;
}

/** `field` is that of the coordinates. */
export interface AffineCurve {
  readonly field: TowerField;
  readonly a: bigint;
  readonly b: bigint;
}

/** The identity is undefined. */
export type MaybePoint = AffinePoint | undefined;

export function negate(field: TowerField, { x, y }: AffinePoint): AffinePoint {
  return { x, y: field.neg(y) };
}

/** A sum, and the slope of the line through both points; no slope for a vertical line or with the identity. */
export interface Addition {
  readonly sum: MaybePoint;
  readonly slope: bigint | undefined;
}

/** Adds each pair, with one inversion for all. */
export function addPairs(
  { field, a }: AffineCurve,
  pairs: readonly (readonly [MaybePoint, MaybePoint])[],
): Addition[] {
  const fractions = pairs.map(([p, q]) => {
    if (p === undefined || q === undefined) return undefined;
    if (p.x !== q.x) return { above: q.y - p.y, below: field.sub(q.x, p.x) };
    return p.y === q.y && p.y !== 0n ? { above: 3n * p.x * p.x + a, below: field.add(p.y, p.y) } : undefined;
  });
  const inverses = invertAll(
    field,
    fractions.flatMap((fraction) => (fraction ? [fraction.below] : [])),
  );
  let used = 0;
  return pairs.map(([p, q], i) => {
    const fraction = fractions[i];
    if (fraction === undefined)
      return { sum: p === undefined ? q : q === undefined ? p : undefined, slope: undefined };
    const slope = field.create(fraction.above * inverses[used++]!);
    const x = field.create(slope * slope - p!.x - q!.x);
    return { sum: { x, y: field.create(slope * (p!.x - x) - p!.y) }, slope };
  });
}

/** point, 2·point, 4·point …: `count` points; none may be the identity. */
export function doublings(curve: AffineCurve, point: AffinePoint, count: number): AffinePoint[] {
  const out = [point];
  while (out.length < count) {
    const last = out.at(-1)!;
    out.push(addPairs(curve, [[last, last]])[0]!.sum!);
  }
  return out;
}

/** Inverses of elements that are not zero, with one inversion. Throws Error (a bug) for zero. */
export function invertAll(field: TowerField, elements: readonly bigint[]): bigint[] {
  const before: bigint[] = [];
  let product = 1n;
  for (const element of elements) {
    before.push(product);
    product = field.mul(product, element);
  }
  let inverse = field.inv(product);
  const out = elements.slice();
  for (let i = elements.length - 1; i >= 0; i--) {
    out[i] = field.mul(inverse, before[i]!);
    inverse = field.mul(inverse, elements[i]!);
  }
  return out;
}
