/** Sums for proofs in bigint: readable, and in variable time, also of secret scalars. */
import type { TowerSums } from '../tower-sums.ts';
import { towerMultiexp, type TowerPoint } from './tower-cycle.ts';
import { childGenerator, maskGenerator, rightGenerator, valueGenerator } from './tower-generators.ts';

export const refTowerSums: TowerSums = (
  curve,
  { left = [], right = [], value = 0n, mask = 0n, others = [] },
) => {
  const terms: { readonly scalar: bigint; readonly point: TowerPoint }[] = [
    ...left.map((scalar, i) => ({ scalar, point: childGenerator(curve, i) })),
    ...right.map((scalar, i) => ({ scalar, point: rightGenerator(curve, i) })),
    { scalar: value, point: valueGenerator(curve) },
    { scalar: mask, point: maskGenerator(curve) },
    ...others,
  ].filter(({ scalar, point }) => scalar !== 0n && !point.is0());
  return towerMultiexp(
    curve,
    terms.map(({ scalar }) => scalar),
    terms.map(({ point }) => point),
  );
};
