/** The sum of points that is zero if all equations of a verifier hold. Random weights keep the equations apart. */
import type { TowerCurve, TowerPoint } from '../../kernel/ref/tower-cycle.ts';
import type { TowerSums } from '../../kernel/tower-sums.ts';

/** Scalars need not be reduced. */
export interface VerifierSum {
  /** Adds scalars·factor to those of the left generators. */
  left(scalars: readonly bigint[], factor: bigint): void;
  right(scalars: readonly bigint[], factor: bigint): void;
  value(scalar: bigint): void;
  mask(scalar: bigint): void;
  point(point: TowerPoint, scalar: bigint): void;
  isZero(sums: TowerSums): boolean;
}

export function verifierSum(curve: TowerCurve): VerifierSum {
  const { Fn } = curve;
  const [left, right]: [bigint[], bigint[]] = [[], []];
  let [value, mask] = [0n, 0n];
  const others: { readonly scalar: bigint; readonly point: TowerPoint }[] = [];
  const addTo = (sums: bigint[]) => (scalars: readonly bigint[], factor: bigint) => {
    for (const [i, scalar] of scalars.entries()) sums[i] = (sums[i] ?? 0n) + scalar * factor;
  };
  return {
    left: addTo(left),
    right: addTo(right),
    value: (scalar) => void (value += scalar),
    mask: (scalar) => void (mask += scalar),
    point: (point, scalar) => void others.push({ point, scalar: Fn.create(scalar) }),
    isZero: (sums) =>
      sums(curve, {
        left: left.map((each) => Fn.create(each)),
        right: right.map((each) => Fn.create(each)),
        value: Fn.create(value),
        mask: Fn.create(mask),
        others,
      }).is0(),
  };
}
