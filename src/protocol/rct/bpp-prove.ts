/**
 * Bulletproofs+ prover: one proof that 1 to 16 committed amounts are below 2^64.
 * Upstream: `bulletproof_plus_PROVE` in src/ringct/bulletproofs_plus.cc; paper: eprint 2020/735. Every published
 * point carries a factor 1/8. Vectors: tests/unit/protocol/rct/bulletproof-plus.test.ts.
 */
import { kernel } from '../../kernel/kernel.ts';
import { H, INV_EIGHT } from '../ring/constants.ts';
import { randomScalar, type RandomBytes } from '../ring/scalar.ts';
import type { BulletproofPlus } from '../tx/types.ts';
import { amountScalar, commit, type Opening } from './amount.ts';
import { INV_8, invert, mod, powers, toBig, toBytes, toList } from './scalars.ts';
import { foldedBasis } from './bpp-folded-basis.ts';
import { BITS, generators } from './bpp-generators.ts';
import { layoutOf, windowVector, type Layout } from './bpp-layout.ts';
import { transcript } from './bpp-transcript.ts';

/** Proves all `openings` in one proof. The commitments are `commit` of each. Amounts outside 64 bits throw Error. */
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

/** Undefined when a challenge came out zero, which nobody will live to see. */
const tryProve = (
  random: RandomBytes,
  openings: readonly Opening[],
  v8: readonly Uint8Array[],
  layout: Layout,
): BulletproofPlus | undefined => {
  const { length, rounds } = layout;
  const secret = (): bigint => toBig(randomScalar(random));
  const said = transcript(v8);
  const bits = bitsOf(openings, layout);

  let alpha = secret();
  const A = bitCommitment(bits, alpha, length);
  const start = said.start(A);
  if (start === undefined) return undefined;
  const { y, z } = start;
  const yPowers = powers(y, length + 2);
  const d = windowVector(z, layout);

  // a = bits - z, b = (bits - 1) + z + d·y^(n - i)
  let a = bits.map((bit) => mod(bit - z));
  let b = bits.map((bit, i) => mod(bit - 1n + z + d[i]! * yPowers[length - i]!));
  const zz = mod(z * z);
  let weight = mod(yPowers[length + 1]!);
  for (const { mask } of openings) {
    weight = mod(weight * zz);
    alpha = mod(alpha + weight * toBig(mask));
  }

  const yInverse = powers(invert(y), length + 1);
  const basis = foldedBasis(length);
  const L: Uint8Array[] = [];
  const R: Uint8Array[] = [];
  for (let round = 0; round < rounds; round++) {
    const half = length >> (round + 1);
    const [aLow, aHigh] = [a.slice(0, half), a.slice(half)];
    const [bLow, bHigh] = [b.slice(0, half), b.slice(half)];
    const [yUp, yDown] = [yPowers[half]!, yInverse[half]!];
    const [dL, dR] = [secret(), secret()];

    const cL = weightedProduct(aLow, bHigh, yPowers);
    const cR = mod(yUp * weightedProduct(aHigh, bLow, yPowers));
    const left = basis.commit(
      [
        { kind: 'g', from: half, values: aLow.map((value) => mod(value * yDown)) },
        { kind: 'h', from: 0, values: bHigh },
      ],
      cL,
      dL,
    );
    const right = basis.commit(
      [
        { kind: 'g', from: 0, values: aHigh.map((value) => mod(value * yUp)) },
        { kind: 'h', from: half, values: bLow },
      ],
      cR,
      dR,
    );
    L.push(left);
    R.push(right);
    const x = said.next(left, right);
    if (x === undefined) return undefined;
    const xInverse = invert(x);

    basis.fold({ g: [xInverse, mod(yDown * x)], h: [x, xInverse] });
    const aFold = mod(xInverse * yUp);
    a = aLow.map((low, i) => mod(low * x + aHigh[i]! * aFold));
    b = bLow.map((low, i) => mod(low * xInverse + bHigh[i]! * x));
    alpha = mod(alpha + dL * mod(x * x) + dR * mod(xInverse * xInverse));
  }

  const [r, s, delta, eta] = [secret(), secret(), secret(), secret()];
  const [aLast, bLast] = [a[0]!, b[0]!];
  const A1 = basis.commit(
    [
      { kind: 'g', from: 0, values: [r] },
      { kind: 'h', from: 0, values: [s] },
    ],
    mod(mod(r * bLast + s * aLast) * y),
    delta,
  );
  const B = commitEighth(mod(mod(r * s) * y), eta);
  const e = said.next(A1, B);
  if (e === undefined) return undefined;
  return {
    A,
    A1,
    B,
    r1: toBytes(r + aLast * e),
    s1: toBytes(s + bLast * e),
    d1: toBytes(eta + delta * e + alpha * mod(e * e)),
    L,
    R,
  };
};

/** Bits of all amounts, least significant first; padding amounts are zero. */
const bitsOf = (openings: readonly Opening[], { padded }: Layout): bigint[] =>
  Array.from({ length: padded }, (_, j) => {
    const bytes = amountScalar(openings[j]?.amount ?? 0n);
    return Array.from({ length: BITS }, (_bit, i) => BigInt((bytes[i >> 3]! >> (i & 7)) & 1));
  }).flat();

/**
 * (Σ bit·G_i - (1 - bit)·H_i + alpha·G)/8. Scalars of one bit, and the factor 1/8 at the end: the same sum as
 * upstream's for a tenth of the work. Each bit adds exactly one point, so the work does not tell how many are set.
 */
const bitCommitment = (bits: readonly bigint[], alpha: bigint, length: number): Uint8Array => {
  const { g, h } = generators(length);
  const ones = toList(bits);
  const zeros = toList(bits.map((bit) => 1n - bit));
  const sum = kernel.pointSub(kernel.multiexpWide(ones, g), kernel.multiexpWide(zeros, h));
  return kernel.mul(INV_EIGHT, kernel.pointAdd(sum, kernel.mulBase(toBytes(alpha))));
};

/** Σ a_i·b_i·y^(i+1) */
const weightedProduct = (a: readonly bigint[], b: readonly bigint[], yPowers: readonly bigint[]): bigint =>
  mod(a.reduce((sum, x, i) => sum + mod(x * b[i]!) * yPowers[i + 1]!, 0n));

/** (h·H + g·G)/8 */
const commitEighth = (h: bigint, g: bigint): Uint8Array =>
  kernel.pointAdd(kernel.mulBase(toBytes(g * INV_8)), kernel.mul(toBytes(h * INV_8), H));
