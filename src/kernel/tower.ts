/**
 * The fast arithmetic of the tree of outputs, which wasm/tower.ts implements. Its twins are ref/tower-hash.ts and
 * ref/wei25519.ts. Public data, variable time.
 */
import { bigintToBytes, bytesToBigint, concat } from '../base/bytes.ts';
import type { TowerCurve, TowerPoint } from './ref/tower-cycle.ts';
import type { WeierstrassPoint } from './ref/wei25519.ts';

/** A point of Helios or Selene: x and y, 32 bytes each, little-endian; zeros are the identity. */
export type WideTowerPoint = Uint8Array;

export interface Tower {
  /**
   * existing + the sum of scalars[i]·G_(offset + i), where G_i is the generator of child i. Scalars are not negative and
   * below the curve's order: fault `bad_scalar`. `existing` must be on the curve, which only `readTowerPoint` checks.
   */
  addChildren(
    curve: TowerCurve,
    existing: WideTowerPoint,
    offset: number,
    scalars: readonly bigint[],
  ): WideTowerPoint;
  /**
   * `toWeierstrass` of many points of Ed25519 as `Kernel.widen` gives them (64 bytes each). Fault `bad_point` if one has
   * x = 0.
   */
  toWeierstrass(wide: Uint8Array): readonly WeierstrassPoint[];
}

/** x and y of a point that was read or computed by the readable twin. */
export function writeWideTower(point: TowerPoint): WideTowerPoint {
  const { x, y } = point.toAffine();
  return concat(bigintToBytes(x, 32), bigintToBytes(y, 32));
}

/** `wide` was computed here: it is on the curve, or zeros. */
export function readWideTower(curve: TowerCurve, wide: WideTowerPoint): TowerPoint {
  const [x, y] = [bytesToBigint(wide.subarray(0, 32)), bytesToBigint(wide.subarray(32))];
  return x === 0n && y === 0n ? curve.ZERO : curve.fromAffine({ x, y });
}
