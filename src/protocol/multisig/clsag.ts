/**
 * A CLSAG that several signers make one after the other. Each uses two nonces whose public halves the others already
 * have. A factor that depends on all signed data combines the two, so that nonces can be exchanged before the message
 * is known.
 * Upstream: src/multisig/multisig_clsag_context.cpp, `first_partial_sign`, `next_partial_sign`
 * (src/multisig/multisig_tx_builder_ringct.cpp); papers: eprint 2019/654 and 2020/1261. Test:
 * tests/unit/protocol/multisig/clsag.test.ts. Parity test: tests/long/parity/multisig-spend.test.ts.
 */
import type { Commitment, KeyImage, Point, Scalar, SecretKey } from '../../base/brands.ts';
import { concat, padAscii } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { clsagRounds, type RingMember } from '../rct/clsag.ts';
import { IDENTITY, ONE } from '../ring/constants.ts';
import { hashToScalar, isZero } from '../ring/scalar.ts';
import { fault } from '../faults.ts';
import { NONCES_PER_ATTEMPT } from './info.ts';

const MERGE = padAscii('CLSAG_round_ms_merge_factor', 32);

/** The values of an input that are the same for all signers of an attempt. */
export interface SharedClsag {
  readonly message: Uint8Array;
  readonly ring: readonly RingMember[];
  readonly realIndex: number;
  readonly pseudoOut: Commitment;
  readonly keyImage: KeyImage;
  /** D/8 as on the wire. */
  readonly D: Point;
  /** Responses of the decoys; the one at `realIndex` is ignored. */
  readonly s: readonly Scalar[];
}

/** Public nonces summed over the signers: k·G and k·Hp(output key), NONCES_PER_ATTEMPT of each. */
export interface NonceSums {
  readonly L: readonly Point[];
  readonly R: readonly Point[];
}

export interface Challenge {
  /** The challenge at ring member 0: c1 of the finished signature. */
  readonly c0: Scalar;
  /** Response of the first signer. `secretKey`: its key shares plus the part that the view key gives; `mask`: z. */
  first(nonces: readonly Scalar[], secretKey: SecretKey, mask: Scalar): Uint8Array;
  /** `s` plus our response. `shares`: the sum of those of our key shares that no signer has used. */
  next(nonces: readonly Scalar[], shares: SecretKey, s: Scalar): Uint8Array;
}

export interface MultisigClsag {
  /** Fault bad_point, bad_format. */
  challenge(sums: NonceSums): Challenge;
}

/**
 * Everything except the challenges, which differ between attempts. Secrets and nonces are used in constant-time
 * kernel calls only. Faults bad_point, bad_scalar, bad_format.
 */
export function multisigClsag(shared: SharedClsag): MultisigClsag {
  const { message, ring, realIndex, pseudoOut, keyImage, D, s } = shared;
  const size = ring.length;
  if (size === 0 || realIndex >= size || s.length !== size) throw fault('bad_format', { what: 'ring' });
  const dFull = kernel.mul8(ONE, D);
  const decoys = s.filter((_, i) => i !== realIndex);
  if (!decoys.every((each) => kernel.isReducedScalar(each))) throw fault('bad_scalar');
  const rounds = clsagRounds({ message, ring, keyImage, dFull, D, pseudoOut });
  const members = concat(...ring.map(({ key }) => key), ...ring.map(({ commitment }) => commitment));
  const head = concat(MERGE, members, pseudoOut, message);
  const tail = concat(
    keyImage,
    dFull,
    ...decoys,
    numberKey(realIndex),
    numberKey(NONCES_PER_ATTEMPT),
    numberKey(size),
  );
  /** factor^0, factor^1, … */
  const factors = ({ L, R }: NonceSums): Uint8Array[] => {
    const factor = hashToScalar(head, ...L, ...R, tail);
    const powers: Uint8Array[] = [ONE];
    while (powers.length < NONCES_PER_ATTEMPT) powers.push(kernel.scalarMul(powers.at(-1)!, factor));
    return powers;
  };
  return {
    challenge: (sums) => {
      if (sums.L.length !== NONCES_PER_ATTEMPT || sums.R.length !== NONCES_PER_ATTEMPT)
        throw fault('bad_format', { what: 'number of nonces' });
      const powers = factors(sums);
      const { c0, c } = throughDecoys(
        rounds,
        { realIndex, s },
        rounds.challenge(joined(powers, sums.L), joined(powers, sums.R)),
      );
      const combined = (nonces: readonly Scalar[]): Uint8Array => {
        if (nonces.length !== NONCES_PER_ATTEMPT || nonces.some(isZero))
          throw new Error('a nonce that is none');
        return powers.reduce(
          (sum, power, i) => kernel.scalarMulAdd(power, nonces[i]!, sum),
          new Uint8Array(32),
        );
      };
      return {
        c0,
        first: (nonces, secretKey, mask) => {
          // nonce - c·(muP·x + muC·z)
          const weighted = kernel.scalarMulAdd(rounds.muP, secretKey, kernel.scalarMul(rounds.muC, mask));
          return lessWeighted(combined(nonces), c, weighted);
        },
        next: (nonces, shares, before) => {
          // s + nonce - c·muP·x
          if (!kernel.isReducedScalar(before)) throw fault('bad_scalar');
          const sum = kernel.scalarAdd(before, combined(nonces));
          return lessWeighted(sum, c, kernel.scalarMul(rounds.muP, shares));
        },
      };
    },
  };
}

/** Sum of the points, each multiplied by its power. Public values only. */
const joined = (powers: readonly Uint8Array[], points: readonly Point[]): Uint8Array =>
  points.reduce((sum, point, i) => kernel.pointAdd(sum, kernel.mul(powers[i]!, point)), IDENTITY);

/** The challenges at member 0 and at the real member, computed through the decoys after the real one. */
const throughDecoys = (
  { next }: ReturnType<typeof clsagRounds>,
  { realIndex, s }: Pick<SharedClsag, 'realIndex' | 's'>,
  start: Uint8Array,
): { readonly c0: Scalar; readonly c: Scalar } => {
  let c = start;
  let c0 = start;
  for (let step = 1; step < s.length; step++) {
    const i = (realIndex + step) % s.length;
    if (i === 0) c0 = c;
    c = next(i, s[i]!, c);
  }
  return { c0: realIndex === 0 ? c : c0, c };
};

/** a - c·weighted; wipes both secrets. */
const lessWeighted = (a: Uint8Array, c: Scalar, weighted: Uint8Array): Uint8Array => {
  const response = kernel.scalarSub(a, kernel.scalarMul(c, weighted));
  a.fill(0);
  weighted.fill(0);
  return response;
};

/** A number in the first eight bytes of a 32-byte key. */
const numberKey = (n: number): Point => {
  const key = new Uint8Array(32);
  new DataView(key.buffer).setBigUint64(0, BigInt(n), true);
  return key;
};
