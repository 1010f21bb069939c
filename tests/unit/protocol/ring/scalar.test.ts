import { expect, test } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { G, H, IDENTITY, INV_EIGHT, ONE } from '../../../../src/protocol/ring/constants.ts';
import { isZero, randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

test('the constants have the values that their names say', () => {
  expect(toHex(kernel.mulBase(ONE))).toBe(toHex(G));
  expect(toHex(kernel.pointAdd(G, IDENTITY))).toBe(toHex(G));
  expect(toHex(kernel.scalarMul(INV_EIGHT, Uint8Array.of(8, ...new Uint8Array(31))))).toBe(toHex(ONE));
  // H is eight times the point whose encoding is the hash of G.
  expect(toHex(kernel.mul8(ONE, kernel.keccak256(G)))).toBe(toHex(H));
});

test('a random scalar is reduced, not zero, and new each time', () => {
  const random = seededRandom('scalar');
  const scalars = Array.from({ length: 32 }, () => randomScalar(random));
  expect(scalars.every((scalar) => kernel.isReducedScalar(scalar) && !isZero(scalar))).toBe(true);
  expect(new Set(scalars.map(toHex)).size).toBe(scalars.length);
});

test('a random source that gives only zeros, or too little, is refused', () => {
  expect(() => randomScalar((n) => new Uint8Array(n))).toThrow('randomness');
  expect(() => randomScalar(() => new Uint8Array(3))).toThrow('randomness');
});
