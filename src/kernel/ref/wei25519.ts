/**
 * Points of Ed25519 in the coordinates of the equivalent short Weierstrass curve (Wei25519): these are the scalars of
 * Selene that a leaf of the tree of outputs consists of.
 * Upstream: `point_to_ed_derivatives` in src/fcmp_pp/fcmp_pp_crypto.cpp and `fe_ed_derivatives_to_wei_x_y` in
 * src/crypto/crypto-ops.c of monero-project/monero at 0aa9c51bd; the map is that of appendix E.2 of
 * draft-ietf-lwig-curve-representations-02. Before 2026 y had the other sign upstream. Vectors:
 * tests/unit/kernel/wei25519.test.ts.
 */
import type { Point as PointBytes } from '../../base/brands.ts';
import { fault } from '../faults.ts';
import { EdwardsPoint, readPoint } from './point.ts';

const { Fp } = EdwardsPoint;
const A = 486662n;
const A_THIRD = Fp.mul(A, Fp.inv(3n));
/** The square root of -(A + 2) that the draft takes. */
const C = 0x70d9120b9f5ff9442d84f723fc03b0813a5e2c2eb482e57d3391fb5500ba81e7n;

export interface WeierstrassPoint {
  readonly x: bigint;
  readonly y: bigint;
}

/** Fault `bad_point` for bytes that are no point, and for the points with x = 0, which have no such coordinates. */
export function toWeierstrass(bytes: PointBytes): WeierstrassPoint {
  const { x, y } = readPoint(bytes).toAffine();
  // One inversion for both: 1/(1 - y) = x/((1 - y)·x).
  const below = Fp.mul(Fp.sub(1n, y), x);
  if (below === 0n) throw fault('bad_point');
  const inverse = Fp.inv(below);
  const above = Fp.add(1n, y);
  return {
    x: Fp.add(Fp.mul(above, Fp.mul(inverse, x)), A_THIRD),
    y: Fp.mul(C, Fp.mul(above, inverse)),
  };
}
