/**
 * Bulletproofs+ verifier: any number of proofs in one multiexp.
 * Upstream: `bulletproof_plus_VERIFY` in src/ringct/bulletproofs_plus.cc, eprint 2020/735 section 6.1.
 * Vectors: real transactions, tests/unit/protocol/rct/bulletproof-plus.test.ts.
 *
 * Upstream multiplies every point of a proof by 8 to be rid of small-order parts. Multiplying the whole sum by 8 once
 * gives the same answer; the generators, which need no such care, get 1/8 instead.
 */
import type { Commitment, Point } from '../../base/brands.ts';
import { concat, equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import { IDENTITY, INV_EIGHT, ONE } from '../ring/constants.ts';
import { hashToScalar } from '../ring/scalar.ts';
import type { BulletproofPlus } from '../tx/types.ts';
import { INV_8, invert, mod, powers, sumOfPowers, toBig, toBytes, toList } from './scalars.ts';
import { gAndH, generators } from './bpp-generators.ts';
import { layoutOf, windowVector, type Layout } from './bpp-layout.ts';
import { transcript } from './bpp-transcript.ts';

export interface BulletproofPlusClaim {
  readonly proof: BulletproofPlus;
  /** Output commitments as on the chain, 1 to 16 of them. */
  readonly commitments: readonly Commitment[];
}

/** True if all proofs of the batch are valid. False for bad points, unreduced scalars and wrong sizes. */
export function verifyBulletproofsPlus(claims: readonly BulletproofPlusClaim[]): boolean {
  try {
    const statements: Statement[] = [];
    for (const claim of claims) {
      const statement = readClaim(claim);
      if (statement === undefined) return false;
      statements.push(statement);
    }
    return statements.length === 0 || sumsToZero(statements);
  } catch (error) {
    if (isFault(error, 'bad_point')) return false;
    throw error;
  }
}

/** A proof with its challenges. */
interface Statement {
  readonly proof: BulletproofPlus;
  /** Commitments times 1/8. */
  readonly v8: readonly Uint8Array[];
  readonly layout: Layout;
  readonly y: bigint;
  readonly z: bigint;
  readonly e: bigint;
  readonly rounds: readonly bigint[];
}

const readClaim = ({ proof, commitments }: BulletproofPlusClaim): Statement | undefined => {
  const layout = layoutOf(commitments.length);
  if (layout?.rounds !== proof.L.length || proof.R.length !== layout.rounds) return undefined;
  if (![proof.r1, proof.s1, proof.d1].every((scalar) => kernel.isReducedScalar(scalar))) return undefined;
  const v8 = commitments.map((commitment) => kernel.mul(INV_EIGHT, commitment));
  const challenges = transcript(v8);
  const start = challenges.start(proof.A);
  if (start === undefined) return undefined;
  const rounds: bigint[] = [];
  for (const [i, left] of proof.L.entries()) {
    const x = challenges.next(left, proof.R[i]!);
    if (x === undefined) return undefined;
    rounds.push(x);
  }
  const e = challenges.next(proof.A1, proof.B);
  return e === undefined ? undefined : { proof, v8, layout, ...start, e, rounds };
};

const sumsToZero = (statements: readonly Statement[]): boolean => {
  const longest = Math.max(...statements.map(({ layout }) => layout.length));
  const common = {
    G: 0n,
    H: 0n,
    g: new Array<bigint>(longest).fill(0n),
    h: new Array<bigint>(longest).fill(0n),
  };
  const scalars: bigint[] = [];
  const points: Point[] = [];
  const add = (scalar: bigint, point: Point): void => {
    scalars.push(scalar);
    points.push(point);
  };
  const weights = batchWeights(statements);
  for (const [i, statement] of statements.entries()) accumulate(statement, weights[i]!, common, add);
  const { g, h } = generators(longest);
  for (const list of [[common.G, common.H], common.g, common.h])
    for (const scalar of list) scalars.push(scalar * INV_8);
  if (points.some(({ length }) => length !== 32)) return false;
  const wide = concat(kernel.widen(concat(...points)), gAndH(), g, h);
  return equalBytes(kernel.mul8(ONE, kernel.multiexpWide(toList(scalars), wide)), IDENTITY);
};

/**
 * One factor per proof, so that the error of one proof cannot cancel that of another. Upstream draws them at random;
 * a hash of the content of all proofs is as unpredictable for those who make them.
 */
const batchWeights = (statements: readonly Statement[]): bigint[] => {
  if (statements.length === 1) return [1n];
  const seed = hashToScalar(
    ...statements.map(({ proof, v8, e }) => concat(...v8, toBytes(e), proof.r1, proof.s1, proof.d1)),
  );
  return statements.map((_, i) => toBig(hashToScalar(seed, toBytes(BigInt(i)))));
};

/** Adds one proof's equation times `weight`: its own points with `add`, the scalars of the generators to `common`. */
const accumulate = (
  { proof, v8, layout, y, z, e, rounds }: Statement,
  weight: bigint,
  common: { G: bigint; H: bigint; g: bigint[]; h: bigint[] },
  add: (scalar: bigint, point: Point) => void,
): void => {
  const { length, padded } = layout;
  const [r1, s1, d1] = [toBig(proof.r1), toBig(proof.s1), toBig(proof.d1)];
  const ee = mod(e * e);
  const eeWeight = mod(ee * weight);
  const zz = mod(z * z);
  const yPowers = powers(y, length + 2);
  const yLast = yPowers[length + 1]!;

  let vScalar = mod(-eeWeight * yLast);
  for (const point of v8) add((vScalar = mod(vScalar * zz)), point);
  add(-weight, proof.B);
  add(-weight * e, proof.A1);
  add(-eeWeight, proof.A);
  const inverses = rounds.map(invert);
  for (const [j, x] of rounds.entries()) {
    add(-eeWeight * mod(x * x), proof.L[j]!);
    add(-eeWeight * mod(inverses[j]! * inverses[j]!), proof.R[j]!);
  }

  const sumD = mod((2n ** 64n - 1n) * sumOfPowers(zz, padded));
  const constant = mod(mod(yLast * z) * sumD) + mod((zz - z) * sumOfPowers(y, length));
  common.G = mod(common.G + weight * d1);
  common.H = mod(common.H + weight * mod(mod(r1 * y) * s1 + ee * mod(constant)));

  // Folded weight of generator i: one factor per round; the first round depends on the highest bit of i.
  let folds = [1n];
  for (const [j, x] of rounds.entries())
    folds = folds.flatMap((fold) => [mod(fold * inverses[j]!), mod(fold * x)]);
  const d = windowVector(z, layout);
  const yInverse = powers(invert(y), length);
  const shift = mod(eeWeight * z);
  const [eR, eS] = [mod(mod(e * r1) * weight), mod(mod(e * s1) * weight)];
  for (let i = 0; i < length; i++) {
    const gScalar = mod(eR * yInverse[i]!) * folds[i]! + shift;
    const hScalar = eS * folds[length - 1 - i]! - shift - mod(eeWeight * yPowers[length - i]!) * d[i]!;
    common.g[i] = mod(common.g[i]! + gScalar);
    common.h[i] = mod(common.h[i]! + hScalar);
  }
};
