/**
 * The unbiased hash to a point by the kernel in use: the twin of ref/hash-to-point-unbiased.ts. Variable time, for public
 * data. Only code of the next era may import it, so that it loads on demand.
 */
import { blake2bMonero } from './hash/blake2b-monero.ts';
import { kernel } from './kernel.ts';
import type { Point } from '../base/brands.ts';

const EIGHT = Uint8Array.of(8, ...new Uint8Array(31));

/** 8·map(first half) + 8·map(second half) of the 64-byte Blake2b hash of `data`. */
export function hashToPointUnbiased(data: Uint8Array): Point {
  const hash = blake2bMonero(data, 64);
  const [first, second] = [hash.subarray(0, 32), hash.subarray(32)].map((half) => kernel.mapToPoint(half));
  return kernel.mulAdd2(EIGHT, first!, EIGHT, second!);
}
