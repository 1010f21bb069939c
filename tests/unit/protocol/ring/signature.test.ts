import { expect, test } from 'vitest';
import { publicKeyOf } from '../../../../src/protocol/keys/public-key.ts';
import { asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { checkSignature, generateSignature } from '../../../../src/protocol/ring/signature.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const random = seededRandom('signature');
const hash = random(32);
const secretKey = asSecretKey(randomScalar(random));
const publicKey = publicKeyOf(secretKey);
const signature = generateSignature({ random }, hash, publicKey, secretKey);
const order = Uint8Array.from(
  Buffer.from('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', 'hex'),
);

test('a signature verifies for its hash and key', () => {
  expect(signature).toHaveLength(64);
  expect(checkSignature(hash, publicKey, signature)).toBe(true);
});

test('another hash, another key or a changed bit does not verify', () => {
  expect(checkSignature(random(32), publicKey, signature)).toBe(false);
  expect(checkSignature(hash, asPublicKey(kernel.mulBase(randomScalar(random))), signature)).toBe(false);
  for (const at of [0, 40]) {
    const changed = signature.slice();
    changed[at]! ^= 1;
    expect(checkSignature(hash, publicKey, changed)).toBe(false);
  }
});

test('a zero challenge, unreduced scalars, invalid points and wrong lengths fail without an error', () => {
  const [c, r] = [signature.slice(0, 32), signature.slice(32)];
  expect(checkSignature(hash, publicKey, concat(new Uint8Array(32), r))).toBe(false);
  expect(checkSignature(hash, publicKey, concat(order, r))).toBe(false);
  expect(checkSignature(hash, publicKey, concat(c, order))).toBe(false);
  expect(checkSignature(hash, asPublicKey(new Uint8Array(32).fill(0xff)), signature)).toBe(false);
  expect(checkSignature(hash, publicKey, signature.slice(1))).toBe(false);
  expect(checkSignature(hash.slice(1), publicKey, signature)).toBe(false);
  // c·P + r·G = identity, for which no secret is needed.
  const minus = kernel.scalarSub(new Uint8Array(32), kernel.scalarMul(c, secretKey));
  expect(checkSignature(hash, publicKey, concat(c, minus))).toBe(false);
});
