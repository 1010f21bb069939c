import { describe, expect, test } from 'vitest';
import { publicKeyOf } from '../../../../src/protocol/keys/public-key.ts';
import { asKeyImage, asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { generateKeyImage } from '../../../../src/protocol/keys/derivation.ts';
import { checkRingSignature, generateRingSignature } from '../../../../src/protocol/ring/ring-signature.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const random = seededRandom('ring signature');

const setupRing = (size: number, realIndex: number) => {
  const secrets = Array.from({ length: size }, () => asSecretKey(randomScalar(random)));
  const ring = secrets.map(publicKeyOf);
  const secretKey = secrets[realIndex]!;
  const keyImage = generateKeyImage(ring[realIndex]!, secretKey);
  const hash = random(32);
  const signature = generateRingSignature({ random }, { hash, keyImage, ring: ring, realIndex, secretKey });
  return { ring, keyImage, hash, signature };
};

describe.each([
  [1, 0],
  [2, 1],
  [5, 0],
  [11, 10],
])('a ring of %i, the real key at %i', (size, realIndex) => {
  const { ring, keyImage, hash, signature } = setupRing(size, realIndex);

  test('a signature verifies', () => {
    expect(signature.map((pair) => pair.length)).toEqual(ring.map(() => 64));
    expect(checkRingSignature(hash, keyImage, ring, signature)).toBe(true);
  });

  test('a signature with any part exchanged does not verify', () => {
    const other = kernel.mulBase(randomScalar(random));
    expect(checkRingSignature(random(32), keyImage, ring, signature)).toBe(false);
    expect(checkRingSignature(hash, asKeyImage(other), ring, signature)).toBe(false);
    for (let i = 0; i < size; i++) {
      expect(checkRingSignature(hash, keyImage, ring.with(i, asPublicKey(other)), signature)).toBe(false);
      const pair = signature[i]!.slice();
      pair[33]! ^= 1;
      expect(checkRingSignature(hash, keyImage, ring, signature.with(i, pair))).toBe(false);
    }
  });
});

test('malformed rings and signatures fail without an error', () => {
  const { ring, keyImage, hash, signature } = setupRing(3, 1);
  const noPoint = new Uint8Array(32).fill(0xff);
  expect(checkRingSignature(hash, keyImage, [], [])).toBe(false);
  expect(checkRingSignature(hash, keyImage, ring, signature.slice(1))).toBe(false);
  expect(checkRingSignature(hash, asKeyImage(noPoint), ring, signature)).toBe(false);
  expect(checkRingSignature(hash, keyImage, ring.with(0, asPublicKey(noPoint)), signature)).toBe(false);
  expect(checkRingSignature(hash, keyImage, ring, signature.with(0, new Uint8Array(64).fill(0xff)))).toBe(
    false,
  );
  expect(checkRingSignature(hash, keyImage, ring, signature.with(0, new Uint8Array(63)))).toBe(false);
});

test('a real index outside the ring throws an error', () => {
  const { ring, keyImage, hash } = setupRing(2, 0);
  const secretKey = asSecretKey(randomScalar(random));
  expect(() =>
    generateRingSignature({ random }, { hash, keyImage, ring: ring, realIndex: 2, secretKey }),
  ).toThrow();
});
