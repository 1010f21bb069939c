/** Scalars from hashes and random bytes. Upstream: `hash_to_scalar`, `random_scalar` in src/crypto/crypto.cpp. */
import type { Scalar } from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';

/** Returns `n` cryptographically random bytes; tests use a fixed seed. */
export type RandomBytes = (n: number) => Uint8Array;

/** Hs over the concatenation of its arguments. */
export function hashToScalar(...parts: readonly Uint8Array[]): Scalar {
  return kernel.scalarReduce(kernel.keccak256(concat(...parts)));
}

/** A uniform scalar from 1 to l - 1: 64 bytes reduced (bias below 2^-250), where upstream repeats draws of 32. */
export function randomScalar(random: RandomBytes): Scalar {
  for (let attempt = 0; attempt < 8; attempt++) {
    const wide = random(64);
    if (wide.length !== 64) break;
    const scalar = kernel.scalarReduce(wide);
    wide.fill(0);
    if (!isZero(scalar)) return scalar;
  }
  throw new Error('the source of randomness is broken');
}

/** True if all bytes are zero, in constant time. */
export function isZero(bytes: Uint8Array): boolean {
  let seen = 0;
  for (const byte of bytes) seen |= byte;
  return seen === 0;
}
