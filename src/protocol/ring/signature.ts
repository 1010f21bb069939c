/**
 * Schnorr signatures of a 32-byte hash: c = Hs(hash | P | kG), r = k - c·x; 64 bytes c | r.
 * Upstream: `generate_signature`, `check_signature` in src/crypto/crypto.cpp. tests/parity/rct.test.ts compares with
 * the real wallet.
 */
import type { Point, PublicKey, SecretKey } from '../../base/brands.ts';
import { concat, equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { IDENTITY } from './constants.ts';
import { hashToScalar, isZero, randomScalar, type RandomBytes } from './scalar.ts';

/** Signs `hash` with `secretKey`, whose public key is `publicKey`. */
export function generateSignature(
  { random }: { readonly random: RandomBytes },
  hash: Uint8Array,
  publicKey: PublicKey,
  secretKey: SecretKey,
): Uint8Array {
  for (;;) {
    const nonce = randomScalar(random);
    const c = challenge(hash, publicKey, kernel.mulBase(nonce));
    const r = kernel.scalarSub(nonce, kernel.scalarMul(c, secretKey));
    nonce.fill(0);
    if (!isZero(c) && !isZero(r)) return concat(c, r);
  }
}

/** True if `signature` is one of `publicKey` over `hash`. False for bad points, unreduced scalars and wrong lengths. */
export function checkSignature(hash: Uint8Array, publicKey: PublicKey, signature: Uint8Array): boolean {
  if (hash.length !== 32 || signature.length !== 64 || !kernel.isOnCurve(publicKey)) return false;
  const c = signature.subarray(0, 32);
  const r = signature.subarray(32);
  if (!kernel.isReducedScalar(c) || !kernel.isReducedScalar(r) || isZero(c)) return false;
  const point = kernel.mulBaseAdd(r, c, publicKey);
  if (equalBytes(point, IDENTITY)) return false;
  return equalBytes(challenge(hash, publicKey, point), c);
}

const challenge = (hash: Uint8Array, publicKey: PublicKey, point: Point): Uint8Array =>
  hashToScalar(hash, publicKey, point);
