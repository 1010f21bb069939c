/**
 * CLSAG: the linkable ring signature of RingCT types 5 and 6. One signature proves the right to spend one ring
 * member and that its commitment differs from the pseudo output by z·G only, so that the amounts agree.
 * Upstream: src/ringct/rctSigs.cpp (`CLSAG_Gen`, `verRctCLSAGSimple`); paper: eprint 2019/654.
 * Vectors: real transactions with their rings, tests/unit/protocol/rct/clsag.test.ts.
 */
import { publicKeyOf } from '../keys/public-key.ts';
import {
  asKeyImage,
  type Commitment,
  type KeyImage,
  type Point,
  type PublicKey,
  type Scalar,
  type SecretKey,
} from '../../base/brands.ts';
import { concat, equalBytes, padAscii } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import { G, IDENTITY, INV_EIGHT, ONE } from '../ring/constants.ts';
import { hashToScalar, isZero, randomScalar, type RandomBytes } from '../ring/scalar.ts';
import type { Clsag } from '../tx/types.ts';

const AGG_0 = padAscii('CLSAG_agg_0', 32);
const AGG_1 = padAscii('CLSAG_agg_1', 32);
const ROUND = padAscii('CLSAG_round', 32);

export interface RingMember {
  /** One-time output key. */
  readonly key: PublicKey;
  /** The output's commitment as on the chain. */
  readonly commitment: Commitment;
}

export interface ClsagSigner {
  readonly message: Uint8Array;
  readonly ring: readonly RingMember[];
  readonly realIndex: number;
  /** x of the real member's key. */
  readonly secretKey: SecretKey;
  /** z: mask of the real member's commitment minus mask of the pseudo output. */
  readonly mask: Scalar;
  readonly pseudoOut: Commitment;
}

/**
 * Signs one input. Throws Error (a bug) when a secret does not match the real member. Nonce and secrets are used in
 * constant-time kernel calls only; the decoys' responses are public anyway.
 */
export function signClsag(
  { random }: { readonly random: RandomBytes },
  { message, ring, realIndex, secretKey, mask, pseudoOut }: ClsagSigner,
): { readonly clsag: Clsag; readonly keyImage: KeyImage } {
  const real = ring[realIndex];
  if (real === undefined) throw new Error('the real index is outside the ring');
  if (!equalBytes(publicKeyOf(secretKey), real.key)) throw new Error('the secret key is not of this output');
  if (!equalBytes(kernel.pointAdd(kernel.mulBase(mask), pseudoOut), real.commitment))
    throw new Error('the pseudo output does not hide the amount of the output');

  const base = kernel.hashToPoint(real.key);
  const keyImage = asKeyImage(kernel.mul(secretKey, base));
  const dFull = kernel.mul(mask, base);
  const D = kernel.mul(INV_EIGHT, dFull);
  const rounds = clsagRounds({ message, ring, keyImage, dFull, D, pseudoOut });

  const nonce = randomScalar(random);
  let c = rounds.challenge(kernel.mulBase(nonce), kernel.mul(nonce, base));
  const s: Scalar[] = ring.map(() => new Uint8Array(32));
  let c1 = c;
  for (let step = 1; step < ring.length; step++) {
    const i = (realIndex + step) % ring.length;
    if (i === 0) c1 = c;
    s[i] = randomScalar(random);
    c = rounds.next(i, s[i], c);
  }
  if (realIndex === 0) c1 = c;
  // s = nonce - c·(muP·x + muC·z)
  const weighted = kernel.scalarMulAdd(rounds.muP, secretKey, kernel.scalarMul(rounds.muC, mask));
  s[realIndex] = kernel.scalarSub(nonce, kernel.scalarMul(c, weighted));
  nonce.fill(0);
  weighted.fill(0);
  return { clsag: { s, c1, D }, keyImage };
}

/**
 * True if `clsag` signs `message` for this ring, key image and pseudo output. False for bad points, unreduced
 * scalars, wrong lengths and the identity as key image. As upstream, the caller must check the order of the key image
 * (`findRctFlaw` does).
 */
export function verifyClsag(
  message: Uint8Array,
  clsag: Clsag,
  ring: readonly RingMember[],
  keyImage: KeyImage,
  pseudoOut: Commitment,
): boolean {
  const { s, c1, D } = clsag;
  if (ring.length === 0 || s.length !== ring.length || message.length !== 32) return false;
  if (![...s, c1].every((scalar) => kernel.isReducedScalar(scalar))) return false;
  if (equalBytes(keyImage, IDENTITY)) return false;
  try {
    const dFull = kernel.mul8(ONE, D);
    if (equalBytes(dFull, IDENTITY)) return false;
    const rounds = clsagRounds({ message, ring, keyImage, dFull, D, pseudoOut });
    let c = c1;
    for (let i = 0; i < ring.length; i++) {
      c = rounds.next(i, s[i]!, c);
      if (isZero(c)) return false;
    }
    return equalBytes(c, c1);
  } catch (error) {
    if (isFault(error, 'bad_point')) return false;
    throw error;
  }
}

/** The three hashes of a signature, with their common part hashed once. `dFull`: 8·D. Fault bad_point. */
export function clsagRounds({
  message,
  ring,
  keyImage,
  dFull,
  D,
  pseudoOut,
}: {
  readonly message: Uint8Array;
  readonly ring: readonly RingMember[];
  readonly keyImage: KeyImage;
  readonly dFull: Point;
  readonly D: Point;
  readonly pseudoOut: Commitment;
}) {
  const members = concat(...ring.map(({ key }) => key), ...ring.map(({ commitment }) => commitment));
  const muP = hashToScalar(AGG_0, members, keyImage, D, pseudoOut);
  const muC = hashToScalar(AGG_1, members, keyImage, D, pseudoOut);
  const head = concat(ROUND, members, pseudoOut, message);
  const challenge = (left: Uint8Array, right: Uint8Array): Uint8Array => hashToScalar(head, left, right);
  const [base, image, eightD] = widePoints([G, keyImage, dFull]) as [Uint8Array, Uint8Array, Uint8Array];
  const hashes = widePoints(ring.map(({ key }) => kernel.hashToPoint(key)));
  const keys = widePoints(ring.map(({ key }) => key));
  const differences = widePoints(ring.map(({ commitment }) => kernel.pointSub(commitment, pseudoOut)));
  /** The challenge of the member after i, given the challenge c of member i. Public values only. */
  const next = (i: number, s: Scalar, c: Scalar): Uint8Array => {
    const scalars = concat(s, kernel.scalarMul(muP, c), kernel.scalarMul(muC, c));
    // Left and right side: s·G + cP·key + cC·difference, s·Hp + cP·image + cC·8D.
    const points = concat(base, hashes[i]!, keys[i]!, image, differences[i]!, eightD);
    const sides = kernel.foldWide(scalars, points);
    return challenge(narrow(sides.subarray(0, 64)), narrow(sides.subarray(64)));
  };
  return { muP, muC, challenge, next };
}

const widePoints = (points: readonly Point[]): Uint8Array[] => {
  const wide = kernel.widen(concat(...points));
  return points.map((_, i) => wide.subarray(64 * i, 64 * i + 64));
};

/** Compressed form of a wide point: y, with the lowest bit of x as its highest bit. */
const narrow = (wide: Uint8Array): Uint8Array => {
  const out = wide.slice(32);
  out[31]! |= (wide[0]! & 1) << 7;
  return out;
};
