/** Points with @noble/curves: decoding as in the reference, and the group operations of the kernel interface. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bigintToBytes, bytesToBigint, concat } from '../../base/bytes.ts';
import { fault } from '../faults.ts';
import { L } from './scalar.ts';

export const EdwardsPoint = ed25519.Point;
export type EdwardsPoint = InstanceType<typeof EdwardsPoint>;

/** Decodes strictly: canonical y, no negative zero. Fault `bad_point`. */
export function readPoint(bytes: Uint8Array): EdwardsPoint {
  try {
    return EdwardsPoint.fromBytes(bytes, false);
  } catch {
    throw fault('bad_point');
  }
}

/** x ‖ y of a point, canonical. */
export function writeWide(point: EdwardsPoint): Uint8Array {
  const { x, y } = point.toAffine();
  return concat(bigintToBytes(x, 32), bigintToBytes(y, 32));
}

/** 64 bytes x ‖ y, below p and on the curve. Fault `bad_point`. */
export function readWide(wide: Uint8Array): EdwardsPoint {
  const [x, y] = [bytesToBigint(wide.subarray(0, 32)), bytesToBigint(wide.subarray(32))];
  // Compression keeps only the sign of x, so the input is a point only if decompression gives the same x.
  const compressed = wide.slice(32);
  if (y >> 255n !== 0n) throw fault('bad_point');
  compressed[31]! |= Number(x & 1n) << 7;
  const point = readPoint(compressed);
  if (point.x !== x || point.y !== y) throw fault('bad_point');
  return point;
}

/** k·P for any reduced k, also zero, with @noble's loop; blinded for G only (see SECURITY.md). */
export function times(point: EdwardsPoint, k: bigint): EdwardsPoint {
  return k === 0n ? EdwardsPoint.ZERO : point.is0() ? point : point.multiply(k);
}

export function timesVartime(point: EdwardsPoint, k: bigint): EdwardsPoint {
  return k === 0n ? EdwardsPoint.ZERO : point.multiplyUnsafe(k);
}

export function times8(point: EdwardsPoint): EdwardsPoint {
  return point.double().double().double();
}

export function inPrimeSubgroup(point: EdwardsPoint): boolean {
  return point.multiplyUnsafe(L - 1n).equals(point.negate());
}
