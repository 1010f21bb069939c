/**
 * Helios and Selene, the two curves on which the tree of all outputs is hashed: y² = x³ - 3x + b. Each has as many points
 * as the field of the other has elements, and Selene's scalars are the field of Ed25519, so that coordinates of a point
 * are scalars of the curve of the next layer. Readable, in bigint with @noble/curves; all of it in variable time, for
 * public data. Both groups have prime order, and no point has x = 0.
 * Upstream: crypto/helioselene/src/{field,point}.rs of kayabaNerve/monero-oxide, branch fcmp++ at dc1b3dbe4.
 * Vectors: tests/vectors/kernel/tower-cycle.ts.
 */
import { pippenger } from '@noble/curves/abstract/curve.js';
import {
  weierstrass,
  type WeierstrassPoint,
  type WeierstrassPointCons,
} from '@noble/curves/abstract/weierstrass.js';
import { bigintToBytes, bytesToBigint } from '../../base/bytes.ts';
import { fault } from '../faults.ts';
import { P } from './map.ts';

const LOW_255 = (1n << 255n) - 1n;

/** The field of Selene's coordinates and of Helios' scalars. */
export const Q = 0x7fffffffffffffffffffffffffffffffbf7f782cb7656b586eb6d2727927c79fn;

/** `Fp` is the field of its coordinates, `Fn` that of its scalars. */
export type TowerCurve = WeierstrassPointCons<bigint>;
export type TowerPoint = WeierstrassPoint<bigint>;

export const Helios: TowerCurve = weierstrass({
  p: P,
  n: Q,
  h: 1n,
  a: P - 3n,
  b: 0x22e8c739b0ea70b8be94a76b3ebb7b3b043f6f384113bf3522b49ee1edd73ad4n,
  Gx: 3n,
  Gy: 0x537b74d97ac0721cbd92668350205f0759003bddc586a5dcd243e639e3183ef4n,
});

export const Selene: TowerCurve = weierstrass({
  p: Q,
  n: P,
  h: 1n,
  a: Q - 3n,
  b: 0x70127713695876c17f51bba595ffe279f3944bdf06ae900e68de0983cb5a4558n,
  Gx: 1n,
  Gy: 0x7a19d927b85cca9257c93177455c825f938bb198c8f09b37741e0aa6a1d3fdd2n,
});

/** 32 bytes, little-endian, below the order. Fault `bad_scalar`. */
export function readTowerScalar(curve: TowerCurve, bytes: Uint8Array): bigint {
  const value = bytesToBigint(bytes);
  if (bytes.length !== 32 || value >= curve.Fn.ORDER) throw fault('bad_scalar');
  return value;
}

export function writeTowerScalar(value: bigint): Uint8Array {
  return bigintToBytes(value, 32);
}

/** x in 255 bits, and whether y is odd in the highest. 32 zeros are the identity. Fault `bad_point`. */
export function readTowerPoint(curve: TowerCurve, bytes: Uint8Array): TowerPoint {
  const point = tryTowerPoint(curve, bytes);
  if (point === undefined) throw fault('bad_point');
  return point;
}

export function tryTowerPoint(curve: TowerCurve, bytes: Uint8Array): TowerPoint | undefined {
  if (bytes.length !== 32) return undefined;
  const whole = bytesToBigint(bytes);
  if (whole === 0n) return curve.ZERO;
  const odd = whole >> 255n === 1n;
  const x = whole & LOW_255;
  const { Fp } = curve;
  if (x === 0n || x >= Fp.ORDER) return undefined;
  const { a, b } = curve.CURVE();
  const square = Fp.create((x * x + a) * x + b);
  let root: bigint;
  try {
    root = Fp.sqrt(square);
  } catch {
    return undefined;
  }
  return curve.fromAffine({ x, y: ((root & 1n) === 1n) === odd ? root : Fp.neg(root) });
}

export function writeTowerPoint(point: TowerPoint): Uint8Array {
  // The identity's affine coordinates are zeros here, as upstream writes it.
  const { x, y } = point.toAffine();
  return bigintToBytes(x | ((y & 1n) << 255n), 32);
}

/** x, which is a scalar of the other curve. The identity has none: fault `bad_point`. */
export function scalarOfPoint(point: TowerPoint): bigint {
  if (point.is0()) throw fault('bad_point');
  return point.x;
}

/** Sum of scalars[i]·points[i]. */
export function towerMultiexp(
  curve: TowerCurve,
  scalars: readonly bigint[],
  points: readonly TowerPoint[],
): TowerPoint {
  return pippenger(curve, [...points], [...scalars]);
}
