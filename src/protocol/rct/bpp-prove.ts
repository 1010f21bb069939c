/**
 * Bulletproofs+ prover: one proof that 1 to 16 committed amounts are below 2^64.
 * Upstream: `bulletproof_plus_PROVE` in src/ringct/bulletproofs_plus.cc; paper: eprint 2020/735. Every published
 * point is multiplied by 1/8. Vectors: tests/unit/protocol/rct/bulletproof-plus.test.ts.
 */
import { kernel } from '../../kernel/kernel.ts';
import { INV_EIGHT } from '../ring/constants.ts';
import { randomScalar, type RandomBytes } from '../ring/scalar.ts';
import type { BulletproofPlus } from '../tx/types.ts';
import { amountScalar, commit, type Opening } from './amount.ts';
import { invert, mod, powers, toBig, toBytes, toList } from './scalars.ts';
import { foldedBasis } from './bpp-folded-basis.ts';
import { BITS, generators } from './bpp-generators.ts';
import { layoutOf, windowVector, type Layout } from './bpp-layout.ts';
import { commitHalves, fold, proveLast, type ProofState } from './bpp-rounds.ts';
import { transcript } from './bpp-transcript.ts';

/** Proves all `openings` in one proof; `commit` gives the commitments. Throws Error for amounts outside 64 bits. */
export function proveBulletproofPlus(
  { random }: { readonly random: RandomBytes },
  openings: readonly Opening[],
): BulletproofPlus {
  const layout = layoutOf(openings.length);
  if (layout === undefined) throw new Error('a proof carries 1 to 16 amounts');
  const v8 = openings.map((opening) => kernel.mul(INV_EIGHT, commit(opening)));
  for (let attempt = 0; attempt < 8; attempt++) {
    const proof = tryProve(random, openings, v8, layout);
    if (proof !== undefined) return proof;
  }
  throw new Error('the source of randomness is broken');
}

/** Undefined when a challenge is zero, which is as improbable as guessing a key. */
const tryProve = (
  random: RandomBytes,
  openings: readonly Opening[],
  v8: readonly Uint8Array[],
  layout: Layout,
): BulletproofPlus | undefined => {
  const { length, rounds } = layout;
  const secret = (): bigint => toBig(randomScalar(random));
  const challenges = transcript(v8);
  const bits = bitsOf(openings, layout);

  const alpha = secret();
  const A = bitCommitment(bits, alpha, length);
  const start = challenges.start(A);
  if (start === undefined) return undefined;
  const { y, z } = start;
  const yPowers = powers(y, length + 2);
  const state: ProofState = {
    basis: foldedBasis(length),
    yPowers,
    yInverse: powers(invert(y), length + 1),
    ...vectors(bits, windowVector(z, layout), z, yPowers),
    alpha: mod(alpha + maskTerms(openings, mod(z * z), yPowers[length + 1]!)),
  };

  const L: Uint8Array[] = [];
  const R: Uint8Array[] = [];
  for (let half = length >> 1; L.length < rounds; half >>= 1) {
    const [dL, dR] = [secret(), secret()];
    const { left, right } = commitHalves(state, half, dL, dR);
    L.push(left);
    R.push(right);
    const x = challenges.next(left, right);
    if (x === undefined) return undefined;
    fold(state, half, x, dL, dR);
  }
  const last = proveLast(state, y, secret, challenges);
  return last && { A, ...last, L, R };
};

/** a = bits - z, b = (bits - 1) + z + d·y^(n - i) */
const vectors = (
  bits: readonly bigint[],
  d: readonly bigint[],
  z: bigint,
  yPowers: readonly bigint[],
): Pick<ProofState, 'a' | 'b'> => ({
  a: bits.map((bit) => mod(bit - z)),
  b: bits.map((bit, i) => mod(bit - 1n + z + d[i]! * yPowers[bits.length - i]!)),
});

/** Σ z^(2j)·y^(n+1)·mask_j, j from 1 */
const maskTerms = (openings: readonly Opening[], zz: bigint, yLast: bigint): bigint => {
  let weight = yLast;
  let sum = 0n;
  for (const { mask } of openings) {
    weight = mod(weight * zz);
    sum += weight * toBig(mask);
  }
  return sum;
};

/** Bits of all amounts, lowest first; padding amounts are zero. */
const bitsOf = (openings: readonly Opening[], { padded }: Layout): bigint[] =>
  Array.from({ length: padded }, (_, j) => {
    const bytes = amountScalar(openings[j]?.amount ?? 0n);
    return Array.from({ length: BITS }, (_bit, i) => BigInt((bytes[i >> 3]! >> (i & 7)) & 1));
  }).flat();

/**
 * (Σ bit·G_i - (1 - bit)·H_i + alpha·G)/8. The scalars have one bit each and the factor 1/8 comes last: the same sum
 * as upstream's with a tenth of the work. Each bit adds exactly one point, so the time does not depend on how many
 * bits are set.
 */
const bitCommitment = (bits: readonly bigint[], alpha: bigint, length: number): Uint8Array => {
  const { g, h } = generators(length);
  const ones = toList(bits);
  const zeros = toList(bits.map((bit) => 1n - bit));
  const sum = kernel.pointSub(kernel.multiexpWide(ones, g), kernel.multiexpWide(zeros, h));
  return kernel.mul(INV_EIGHT, kernel.pointAdd(sum, kernel.mulBase(toBytes(alpha))));
};
