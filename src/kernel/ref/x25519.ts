/**
 * Multiplication on Curve25519 by u-coordinates, without the clamping of RFC 7748: a scalar keeps all bits except the
 * highest of its 256. Readable, in bigint; no step depends on the scalar's bits except which of two points it takes.
 * Upstream: src/crypto/x25519.cpp of monero-project/monero, pull request 9559 at c7b6ee459, with the library
 * jeffro256/mx25519 at 2c45ac024 (MX25519_UNCLAMP_ALL). Vectors: RFC 7748 with clamped scalars.
 */
import { bigintToBytes, bytesToBigint } from '../../base/bytes.ts';
import { fault } from '../faults.ts';
import { P } from './map.ts';
import { EdwardsPoint, readPoint } from './point.ts';

/** A point by x/z of its u-coordinate; z = 0 is the point at infinity. */
interface Projective {
  readonly x: bigint;
  readonly z: bigint;
}
/** (A - 2)/4 for A = 486662. */
const A24 = 121665n;
const BITS = 255;
const LOW_255 = (1n << 255n) - 1n;

const mod = (value: bigint): bigint => {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
};

/**
 * scalar·point, 32 bytes each. As in RFC 7748 the highest bit of `u` is ignored, `u` may exceed p, and points of the
 * twist are valid. Points of small order give 32 zeros for the point at infinity. Faults `bad_scalar`, `bad_point` for
 * a wrong length only.
 */
export function mulX25519(scalar: Uint8Array, u: Uint8Array): Uint8Array {
  if (scalar.length !== 32) throw fault('bad_scalar');
  if (u.length !== 32) throw fault('bad_point');
  const base = (bytesToBigint(u) & LOW_255) % P;
  // The difference of the two points is always the base, which is what `add` needs.
  const points: [Projective, Projective] = [
    { x: 1n, z: 0n },
    { x: base, z: 1n },
  ];
  for (let at = BITS - 1; at >= 0; at--) {
    const bit = ((scalar[at >> 3]! >> (at & 7)) & 1) as 0 | 1;
    const sum = add(points[0], points[1], base);
    points[bit] = double(points[bit]);
    points[bit ^ 1] = sum;
  }
  const { x, z } = points[0];
  return bigintToBytes(z === 0n ? 0n : mod(x * EdwardsPoint.Fp.inv(z)), 32);
}

/** a + b, when a - b has the affine u-coordinate `difference`. */
const add = (a: Projective, b: Projective, difference: bigint): Projective => {
  const crossed = mod((a.x - a.z) * (b.x + b.z));
  const straight = mod((a.x + a.z) * (b.x - b.z));
  return { x: mod((crossed + straight) ** 2n), z: mod(difference * mod((crossed - straight) ** 2n)) };
};

const double = ({ x, z }: Projective): Projective => {
  const plus = mod((x + z) ** 2n);
  const minus = mod((x - z) ** 2n);
  const difference = mod(plus - minus);
  return { x: mod(plus * minus), z: mod(difference * (plus + A24 * difference)) };
};

/**
 * The u-coordinate of a point of Ed25519 (32 bytes, compressed): (1 + y)/(1 - y). Fault `bad_point` for bytes that are
 * no point and for the identity, which has none.
 * Upstream: `edwards_bytes_to_x25519_vartime` in src/crypto/crypto-ops.c, same commit.
 */
export function edwardsToX25519(point: Uint8Array): Uint8Array {
  const { y } = readPoint(point).toAffine();
  if (y === 1n) throw fault('bad_point');
  return bigintToBytes(mod((1n + y) * EdwardsPoint.Fp.inv(mod(1n - y))), 32);
}
