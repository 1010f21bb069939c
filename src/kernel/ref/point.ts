/** Points on @noble/curves: decoding as the reference does, and the group operations of the kernel interface. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { fault } from '../faults.ts';
import { L } from './scalar.ts';

export const Point = ed25519.Point;
export type Point = InstanceType<typeof Point>;

/** Decodes strictly: canonical y, no negative zero. Fault `bad_point`. */
export const readPoint = (bytes: Uint8Array): Point => {
  try {
    return Point.fromBytes(bytes, false);
  } catch {
    throw fault('bad_point');
  }
};

/** k·P for any reduced k, zero included. @noble's own loop; not blinded for points other than G (see SECURITY.md). */
export const times = (point: Point, k: bigint): Point =>
  k === 0n ? Point.ZERO : point.is0() ? point : point.multiply(k);

export const timesVartime = (point: Point, k: bigint): Point =>
  k === 0n ? Point.ZERO : point.multiplyUnsafe(k);

export const times8 = (point: Point): Point => point.double().double().double();

export const inPrimeSubgroup = (point: Point): boolean => point.multiplyUnsafe(L - 1n).equals(point.negate());
