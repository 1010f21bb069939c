/**
 * CryptoNote v1 ring signatures: for inputs of version 1 transactions, and still for key image exports and spend
 * proofs. For each member i: L = c·P + r·G, R = r·Hp(P) + c·I; the sum of all c is Hs(hash | L0 | R0 | L1 | …).
 * Upstream: `generate_ring_signature`, `check_ring_signature` in src/crypto/crypto.cpp. tests/parity/rct.test.ts
 * compares with the real wallet.
 */
import type { KeyImage, Point, PublicKey, SecretKey } from '../../base/brands.ts';
import { concat, concatAll, equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { RingSignature } from '../tx/types.ts';
import { hashToScalar, randomScalar, type RandomBytes } from './scalar.ts';

export interface RingSigner {
  readonly hash: Uint8Array;
  readonly keyImage: KeyImage;
  /** One-time output keys. */
  readonly ring: readonly PublicKey[];
  readonly realIndex: number;
  readonly secretKey: SecretKey;
}

/** One (c, r) pair of 64 bytes per ring member. Kernel fault `bad_point` for an invalid member. */
export function generateRingSignature(
  { random }: { readonly random: RandomBytes },
  { hash, keyImage, ring, realIndex, secretKey }: RingSigner,
): RingSignature {
  const realKey = ring[realIndex];
  if (realKey === undefined) throw new Error('the real index is outside the ring');
  const nonce = randomScalar(random);
  const points: Point[] = [];
  const pairs: { c: Uint8Array; r: Uint8Array }[] = [];
  let sum: Uint8Array = new Uint8Array(32);
  for (const [i, key] of ring.entries()) {
    if (i === realIndex) {
      pairs.push({ c: sum, r: sum }); // set below, when the challenge is known
      points.push(kernel.mulBase(nonce), kernel.mul(nonce, kernel.hashToPoint(key)));
    } else {
      const [c, r] = [randomScalar(random), randomScalar(random)];
      pairs.push({ c, r });
      points.push(...memberPoints(key, keyImage, c, r));
      sum = kernel.scalarAdd(sum, c);
    }
  }
  const c = kernel.scalarSub(challenge(hash, points), sum);
  const r = kernel.scalarSub(nonce, kernel.scalarMul(c, secretKey));
  nonce.fill(0);
  pairs[realIndex] = { c, r };
  return pairs.map((pair) => concat(pair.c, pair.r));
}

/**
 * True if the owner of one of `ring` signed `hash` with this key image. Refuses a key image outside the prime-order
 * subgroup: a signature may be valid for it as well as for the real key image, and no node would know it as spent.
 * Consensus requires the same (`check_tx_inputs_keyimages_domain`).
 */
export function checkRingSignature(
  hash: Uint8Array,
  keyImage: KeyImage,
  ring: readonly PublicKey[],
  signature: RingSignature,
): boolean {
  if (hash.length !== 32 || ring.length === 0 || ring.length !== signature.length) return false;
  if (!kernel.isInPrimeSubgroup(keyImage) || !ring.every((key) => kernel.isOnCurve(key))) return false;
  const points: Point[] = [];
  let sum: Uint8Array = new Uint8Array(32);
  for (const [i, key] of ring.entries()) {
    const pair = signature[i]!;
    if (pair.length !== 64) return false;
    const c = pair.subarray(0, 32);
    const r = pair.subarray(32);
    if (!kernel.isReducedScalar(c) || !kernel.isReducedScalar(r)) return false;
    points.push(...memberPoints(key, keyImage, c, r));
    sum = kernel.scalarAdd(sum, c);
  }
  return equalBytes(challenge(hash, points), sum);
}

const memberPoints = (key: PublicKey, keyImage: KeyImage, c: Uint8Array, r: Uint8Array) => [
  kernel.mulBaseAdd(r, c, key),
  kernel.mulAdd2(r, kernel.hashToPoint(key), c, keyImage),
];

const challenge = (hash: Uint8Array, points: readonly Point[]): Uint8Array =>
  hashToScalar(hash, concatAll(points));
