/**
 * The hash of a chunk of children: init + child 0·G_0 + child 1·G_1 + … Since it is a sum, children can be added, replaced
 * and taken away without the others. In variable time, for public data.
 * Upstream: `hash_grow` and `hash_trim` in crypto/fcmps/src/tree.rs of kayabaNerve/monero-oxide, branch fcmp++ at
 * dc1b3dbe4; src/fcmp_pp/tower_cycle.cpp of monero-project/monero, pull request 10361 at 40bb59098.
 */
import { Helios, towerMultiexp, type TowerCurve, type TowerPoint } from './tower-cycle.ts';
import { childGenerator, HELIOS_HASH_INIT, SELENE_HASH_INIT } from './tower-generators.ts';

/** The hash of no children. */
export function towerHashInit(curve: TowerCurve): TowerPoint {
  return curve === Helios ? HELIOS_HASH_INIT : SELENE_HASH_INIT;
}

/** Puts `children` at `offset` and after it; `replaced` is the child that is at `offset` now, or 0. */
export function towerHashGrow(
  curve: TowerCurve,
  existing: TowerPoint,
  offset: number,
  replaced: bigint,
  children: readonly bigint[],
): TowerPoint {
  return existing.add(sumOfChildren(curve, offset, replaced, children));
}

/** Takes away `children`, which begin at `offset`, and puts `grownBack` at `offset`, or nothing if it is 0. */
export function towerHashTrim(
  curve: TowerCurve,
  existing: TowerPoint,
  offset: number,
  children: readonly bigint[],
  grownBack: bigint,
): TowerPoint {
  return existing.subtract(sumOfChildren(curve, offset, grownBack, children));
}

/** Children·generators, where `less` counts against the first child. */
const sumOfChildren = (
  curve: TowerCurve,
  offset: number,
  less: bigint,
  children: readonly bigint[],
): TowerPoint => {
  const scalars = children.map((child, i) => (i === 0 ? curve.Fn.sub(child, less) : child));
  return towerMultiexp(
    curve,
    scalars,
    scalars.map((_, i) => childGenerator(curve, offset + i)),
  );
};
