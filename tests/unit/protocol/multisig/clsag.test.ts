import { describe, expect, test } from 'vitest';
import { asCommitment, asKeyImage, asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { multisigClsag, type NonceSums } from '../../../../src/protocol/multisig/clsag.ts';
import { NONCES_PER_ATTEMPT } from '../../../../src/protocol/multisig/info.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import { verifyClsag } from '../../../../src/protocol/rct/clsag.ts';
import { INV_EIGHT } from '../../../../src/protocol/ring/constants.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const random = seededRandom('multisig clsag');
const scalar = (): Uint8Array => randomScalar(random);
const pairOf = (base: Uint8Array, nonces: readonly Uint8Array[]) => ({
  L: nonces.map((nonce) => kernel.mulBase(nonce)),
  R: nonces.map((nonce) => kernel.mul(nonce, base)),
});
const sumOf = (pairs: readonly NonceSums[]): NonceSums => {
  const side = (name: 'L' | 'R') =>
    Array.from({ length: NONCES_PER_ATTEMPT }, (_, i) =>
      pairs.map((pair) => pair[name][i]!).reduce((a, b) => kernel.pointAdd(a, b)),
    );
  return { L: side('L'), R: side('R') };
};

/** An output whose key that many signers share, in a ring of that size at that position. */
const setting = (signers: number, ringSize: number, realIndex: number) => {
  const shares = Array.from({ length: signers }, scalar);
  const senderPart = scalar();
  const whole = shares.reduce((sum, share) => kernel.scalarAdd(sum, share), senderPart);
  const key = asPublicKey(kernel.mulBase(whole));
  const base = kernel.hashToPoint(key);
  const [maskIn, maskOut] = [scalar(), scalar()];
  const mask = kernel.scalarSub(maskIn, maskOut);
  const ring = Array.from({ length: ringSize }, () => ({
    key: asPublicKey(kernel.mulBase(scalar())),
    commitment: asCommitment(kernel.mulBase(scalar())),
  }));
  ring[realIndex] = { key, commitment: commit({ amount: 5n, mask: maskIn }) };
  const shared = {
    message: kernel.keccak256(whole),
    ring,
    realIndex,
    pseudoOut: commit({ amount: 5n, mask: maskOut }),
    keyImage: asKeyImage(kernel.mul(whole, base)),
    D: kernel.mul(INV_EIGHT, kernel.mul(mask, base)),
    s: ring.map(scalar),
  };
  const nonces = shares.map(() => [scalar(), scalar()]);
  const sums = sumOf(nonces.map((each) => pairOf(base, each)));
  return { shares, senderPart, mask, shared, nonces, sums };
};

const finish = (
  { shared }: Pick<ReturnType<typeof setting>, 'shared'>,
  c1: Uint8Array,
  response: Uint8Array,
) => {
  const s = shared.s.map((each, i) => (i === shared.realIndex ? response : each));
  return verifyClsag(shared.message, { s, c1, D: shared.D }, shared.ring, shared.keyImage, shared.pseudoOut);
};

describe('a ring signature made by several signers', () => {
  test.each([
    [1, 16, 3],
    [2, 16, 0],
    [3, 16, 15],
    [2, 2, 1],
    [2, 1, 0],
  ])('of %i signers in a ring of %i at place %i verifies', (signers, size, place) => {
    const { shares, senderPart, mask, shared, nonces, sums } = setting(signers, size, place);
    const challenge = multisigClsag(shared).challenge(sums);
    let s = challenge.first(nonces[0]!, asSecretKey(kernel.scalarAdd(senderPart, shares[0]!)), mask);
    // The other signers have their own copies of the shared data.
    for (let i = 1; i < signers; i++) {
      expect(finish({ shared }, challenge.c0, s)).toBe(false);
      const theirs = multisigClsag({ ...shared, s: shared.s.slice() }).challenge(sums);
      expect(theirs.c0).toEqual(challenge.c0);
      s = theirs.next(nonces[i]!, asSecretKey(shares[i]!), s);
    }
    expect(finish({ shared }, challenge.c0, s)).toBe(true);
  });

  test('changes with every part of the signed data, the nonces included', () => {
    const { shared, sums } = setting(2, 4, 2);
    const c0 = (changed: object, other = sums): string =>
      Buffer.from(multisigClsag({ ...shared, ...changed }).challenge(other).c0).toString('hex');
    const point = kernel.mulBase(scalar());
    const seen = [
      c0({}),
      c0({ message: scalar() }),
      c0({ pseudoOut: point }),
      c0({ keyImage: point }),
      c0({ D: point }),
      c0({ s: shared.s.map((each, i) => (i === 0 ? scalar() : each)) }),
      c0({ ring: shared.ring.map((each, i) => (i === 1 ? { ...each, key: point } : each)) }),
      c0({}, { ...sums, L: [sums.L[1]!, sums.L[0]!] }),
      c0({}, { ...sums, R: [sums.R[0]!, point] }),
    ];
    expect(new Set(seen).size).toBe(seen.length);
    expect(c0({ s: shared.s.map((each, i) => (i === 2 ? scalar() : each)) })).toBe(seen[0]);
  });

  test('is refused with invalid points, scalars or nonces', () => {
    const { shared, sums, nonces, shares } = setting(2, 4, 2);
    const bad = new Uint8Array(32).fill(255);
    const faults = (work: () => unknown): string => {
      try {
        work();
      } catch (error) {
        if (isFault(error)) return error.code;
        throw error;
      }
      return 'nothing';
    };
    expect(faults(() => multisigClsag({ ...shared, D: bad }))).toBe('bad_point');
    expect(faults(() => multisigClsag({ ...shared, s: [bad, ...shared.s.slice(1)] }))).toBe('bad_scalar');
    expect(faults(() => multisigClsag({ ...shared, s: shared.s.slice(1) }))).toBe('bad_format');
    const context = multisigClsag(shared);
    expect(faults(() => context.challenge({ ...sums, L: [bad, bad] }))).toBe('bad_point');
    expect(faults(() => context.challenge({ ...sums, L: sums.L.slice(1) }))).toBe('bad_format');
    const challenge = context.challenge(sums);
    expect(faults(() => challenge.next(nonces[0]!, asSecretKey(shares[0]!), bad))).toBe('bad_scalar');
    const none = [nonces[0]![0]!, new Uint8Array(32)];
    expect(() => challenge.next(none, asSecretKey(shares[0]!), scalar())).toThrow('none');
  });
});
