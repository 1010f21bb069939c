/**
 * The rounds of the Bulletproofs+ prover: each halves the vectors and commits to them, until one entry is left.
 * Upstream: `bulletproof_plus_PROVE` in src/ringct/bulletproofs_plus.cc.
 */
import { kernel } from '../../kernel/kernel.ts';
import { H } from '../ring/constants.ts';
import type { BulletproofPlus } from '../tx/types.ts';
import type { FoldedBasis } from './bpp-folded-basis.ts';
import type { Transcript } from './bpp-transcript.ts';
import { INV_8, invert, mod, toBytes } from './scalars.ts';

/** The values that a round halves: the vectors a and b, their basis, and the mask alpha. */
export interface ProofState {
  readonly basis: FoldedBasis;
  readonly yPowers: readonly bigint[];
  readonly yInverse: readonly bigint[];
  a: readonly bigint[];
  b: readonly bigint[];
  alpha: bigint;
}

const halves = (values: readonly bigint[], half: number): readonly [readonly bigint[], readonly bigint[]] => [
  values.slice(0, half),
  values.slice(half),
];

/** L and R of a round, with the masks dL and dR. */
export function commitHalves(
  { basis, yPowers, yInverse, a, b }: ProofState,
  half: number,
  dL: bigint,
  dR: bigint,
): { readonly left: Uint8Array; readonly right: Uint8Array } {
  const [aLow, aHigh] = halves(a, half);
  const [bLow, bHigh] = halves(b, half);
  const [yUp, yDown] = [yPowers[half]!, yInverse[half]!];
  const left = basis.commit(
    [
      { kind: 'g', from: half, values: aLow.map((value) => mod(value * yDown)) },
      { kind: 'h', from: 0, values: bHigh },
    ],
    weightedProduct(aLow, bHigh, yPowers),
    dL,
  );
  const right = basis.commit(
    [
      { kind: 'g', from: 0, values: aHigh.map((value) => mod(value * yUp)) },
      { kind: 'h', from: half, values: bLow },
    ],
    mod(yUp * weightedProduct(aHigh, bLow, yPowers)),
    dR,
  );
  return { left, right };
}

/** Halves vectors and basis with the challenge x. */
export function fold(state: ProofState, half: number, x: bigint, dL: bigint, dR: bigint): void {
  const { basis, yPowers, yInverse, a, b, alpha } = state;
  const [aLow, aHigh] = halves(a, half);
  const [bLow, bHigh] = halves(b, half);
  const xInverse = invert(x);
  basis.fold({ g: [xInverse, mod(yInverse[half]! * x)], h: [x, xInverse] });
  const aFold = mod(xInverse * yPowers[half]!);
  state.a = aLow.map((low, i) => mod(low * x + aHigh[i]! * aFold));
  state.b = bLow.map((low, i) => mod(low * xInverse + bHigh[i]! * x));
  state.alpha = mod(alpha + dL * mod(x * x) + dR * mod(xInverse * xInverse));
}

/** The last step, with vectors of one entry. Undefined when the challenge is zero. */
export function proveLast(
  { basis, a, b, alpha }: ProofState,
  y: bigint,
  secret: () => bigint,
  challenges: Transcript,
): Pick<BulletproofPlus, 'A1' | 'B' | 'r1' | 's1' | 'd1'> | undefined {
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
  const e = challenges.next(A1, B);
  if (e === undefined) return undefined;
  return {
    A1,
    B,
    r1: toBytes(r + aLast * e),
    s1: toBytes(s + bLast * e),
    d1: toBytes(eta + delta * e + alpha * mod(e * e)),
  };
}

/** Σ a_i·b_i·y^(i+1) */
const weightedProduct = (a: readonly bigint[], b: readonly bigint[], yPowers: readonly bigint[]): bigint =>
  mod(a.reduce((sum, x, i) => sum + mod(x * b[i]!) * yPowers[i + 1]!, 0n));

/** (h·H + g·G)/8 */
const commitEighth = (h: bigint, g: bigint): Uint8Array =>
  kernel.pointAdd(kernel.mulBase(toBytes(g * INV_8)), kernel.mul(toBytes(h * INV_8), H));
