import { describe, expect, test } from 'vitest';
import { asCommitment } from '../../../../src/base/brands.ts';
import { U64_MAX } from '../../../../src/base/amount.ts';
import { concat, utf8 } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { commit, type Opening } from '../../../../src/protocol/rct/amount.ts';
import { generators } from '../../../../src/protocol/rct/bpp-generators.ts';
import { proveBulletproofPlus } from '../../../../src/protocol/rct/bpp-prove.ts';
import {
  verifyBulletproofsPlus,
  type BulletproofPlusClaim,
} from '../../../../src/protocol/rct/bpp-verify.ts';
import { H } from '../../../../src/protocol/ring/constants.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import type { BulletproofPlus } from '../../../../src/protocol/tx/types.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { mainnetTransaction, testChainTransaction } from './fixtures.ts';

// The readable kernel proves and verifies in tests/property/rct.

const random = seededRandom('bulletproof plus');
const openingsOf = (...amounts: bigint[]): Opening[] =>
  amounts.map((amount) => ({ amount, mask: randomScalar(random) }));
const prove = (...amounts: bigint[]): BulletproofPlusClaim => {
  const openings = openingsOf(...amounts);
  return { proof: proveBulletproofPlus({ random }, openings), commitments: openings.map(commit) };
};
const holds = (claim: BulletproofPlusClaim): boolean => verifyBulletproofsPlus([claim]);

describe.each([
  [1, 6],
  [2, 7],
  [3, 8],
  [5, 9],
])('%i outputs', (outputs, rounds) => {
  test(`are proven in ${rounds} rounds, and the proof verifies`, () => {
    const claim = prove(...Array.from({ length: outputs }, (_, i) => BigInt(i) * 1_000_000_000_007n));
    expect(claim.proof.L).toHaveLength(rounds);
    expect(claim.proof.R).toHaveLength(rounds);
    expect(holds(claim)).toBe(true);
  });
});

test.each([[0n], [1n], [U64_MAX]])('the amount %s has a range proof that verifies', (amount) => {
  expect(holds(prove(amount))).toBe(true);
});

test('amounts above 64 bits, no amounts and too many throw an error', () => {
  expect(() => proveBulletproofPlus({ random }, openingsOf(U64_MAX + 1n))).toThrow();
  expect(() => proveBulletproofPlus({ random }, openingsOf(-1n))).toThrow();
  expect(() => proveBulletproofPlus({ random }, [])).toThrow('1 to 16');
  expect(() => proveBulletproofPlus({ random }, openingsOf(...new Array<bigint>(17).fill(1n)))).toThrow(
    '1 to 16',
  );
});

test('proofs of different sizes verify as one batch, unless one is bad', () => {
  const [one, two] = [prove(1n), prove(2n, 3n)];
  expect(verifyBulletproofsPlus([])).toBe(true);
  expect(verifyBulletproofsPlus([one, two])).toBe(true);
  const reversed = { ...two, commitments: two.commitments.toReversed() };
  expect(verifyBulletproofsPlus([one, reversed])).toBe(false);
});

test('two errors that cancel each other do not verify as a batch', () => {
  const [first, second] = [prove(1n), prove(1n)];
  const one = Uint8Array.of(1, ...new Uint8Array(31));
  const shift = (claim: BulletproofPlusClaim, d1: Uint8Array) => ({
    ...claim,
    proof: { ...claim.proof, d1 },
  });
  const up = shift(first, kernel.scalarAdd(first.proof.d1, one));
  const down = shift(second, kernel.scalarSub(second.proof.d1, one));
  expect(verifyBulletproofsPlus([up, down])).toBe(false);
});

describe('a good proof', () => {
  const claim = prove(7_329_838_943_733n, 1n);
  const { proof, commitments } = claim;
  const other = kernel.mulBase(randomScalar(random));
  const noPoint = new Uint8Array(32).fill(0xff);
  const variants = (change: (bytes: Uint8Array) => Uint8Array, scalars: boolean): BulletproofPlusClaim[] => {
    const single = scalars ? (['r1', 's1', 'd1'] as const) : (['A', 'A1', 'B'] as const);
    const changed = single.map((field) => ({ ...claim, proof: { ...proof, [field]: change(proof[field]) } }));
    if (scalars) return changed;
    for (const side of ['L', 'R'] as const)
      for (const [i, point] of proof[side].entries())
        changed.push({ ...claim, proof: { ...proof, [side]: proof[side].with(i, change(point)) } });
    for (const [i, point] of commitments.entries())
      changed.push({ proof, commitments: commitments.with(i, asCommitment(change(point))) });
    return changed;
  };

  test('fails after a change of any part', () => {
    for (const changed of variants(() => other, false)) expect(holds(changed)).toBe(false);
    for (const changed of variants((scalar) => scalar.with(0, scalar[0]! ^ 1), true))
      expect(holds(changed)).toBe(false);
  });

  test('with bytes that are not points or scalars fails without an error', () => {
    for (const changed of [...variants(() => noPoint, false), ...variants(() => noPoint, true)])
      expect(holds(changed)).toBe(false);
  });

  test('of another size than its outputs fails', () => {
    expect(holds({ proof, commitments: commitments.slice(1) })).toBe(false);
    expect(holds({ proof, commitments: [...commitments, asCommitment(other)] })).toBe(false);
    expect(holds({ proof, commitments: [] })).toBe(false);
    expect(holds({ proof: { ...proof, L: proof.L.slice(1) }, commitments })).toBe(false);
    expect(holds({ proof: { ...proof, R: [...proof.R, other] }, commitments })).toBe(false);
    const empty: BulletproofPlus = { ...proof, L: [], R: [] };
    expect(holds({ proof: empty, commitments: commitments.slice(1) })).toBe(false);
  });

  // The seven points of small order beside the identity, as in upstream's test of the same name.
  test.each([
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '0000000000000000000000000000000000000000000000000000000000000080',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ])('fails with torsion %s added to its own points', (hex) => {
    const torsion = fromHex(hex);
    expect(kernel.isInPrimeSubgroup(torsion)).toBe(false);
    for (const field of ['A', 'A1', 'B'] as const) {
      const changed = { ...proof, [field]: kernel.pointAdd(proof[field], torsion) };
      expect(holds({ proof: changed, commitments })).toBe(false);
    }
    for (const side of ['L', 'R'] as const) {
      const changed = { ...proof, [side]: proof[side].with(3, kernel.pointAdd(proof[side][3]!, torsion)) };
      expect(holds({ proof: changed, commitments })).toBe(false);
    }
  });
});

test('a forged proof over a negative amount fails', () => {
  // Commit to -1 with the mask of a proof about 1: the proof is honest, the commitment is not.
  const [opening] = openingsOf(1n);
  const proof = proveBulletproofPlus({ random }, [opening!]);
  const minusTwo = kernel.scalarSub(new Uint8Array(32), Uint8Array.of(2, ...new Uint8Array(31)));
  const H = kernel.pointSub(commit(opening!), kernel.mulBase(opening!.mask));
  const cheat = kernel.pointAdd(commit(opening!), kernel.mul(minusTwo, H));
  expect(holds({ proof, commitments: [commit(opening!)] })).toBe(true);
  expect(holds({ proof, commitments: [asCommitment(cheat)] })).toBe(false);
});

// docs/upstream-security.md, "The report on Bulletproofs+ of 22 September 2026".
describe.each([2, 3, 16])('an aggregate over %i amounts', (count) => {
  const committed = Array.from({ length: count }, (_, i) => BigInt(10 * (i + 1)));
  /** A prover that commits to the amounts above, and proves that others are in range. */
  const cheat = (proved: readonly bigint[]): BulletproofPlusClaim => {
    const masks = committed.map(() => randomScalar(random));
    const commitments = committed.map((amount, i) => commit({ amount, mask: masks[i]! }));
    let reads = 0;
    const openings = masks.map((mask, i) => ({
      mask,
      // The prover reads all amounts for the commitments, then all for the bits.
      get amount() {
        return reads++ < count ? committed[i]! : proved[i]!;
      },
    }));
    return { proof: proveBulletproofPlus({ random }, openings), commitments };
  };

  test('proves each amount, not their sum', () => {
    expect(holds(cheat(committed))).toBe(true);
    for (const to of new Set([1, count - 1])) {
      const moved = committed.with(0, committed[0]! - 7n).with(to, committed[to]! + 7n);
      expect(holds(cheat(moved))).toBe(false);
    }
  });
  test('proves nothing for an output in the place of the padding', () => {
    const { proof, commitments } = cheat(committed);
    const zero = commit({ amount: 0n, mask: randomScalar(random) });
    expect(holds({ proof, commitments: [...commitments, zero] })).toBe(false);
  });
});

/** Compressed points of wide ones: y, with the lowest bit of x on top. */
const narrow = (wide: Uint8Array): Uint8Array[] =>
  Array.from({ length: wide.length / 64 }, (_, i) =>
    wide
      .slice(64 * i + 32, 64 * i + 64)
      .map((byte, j) => (j < 31 ? byte : byte | ((wide[64 * i]! & 1) << 7))),
  );

test('generators are distinct points of the prime subgroup, and the same however many are requested', () => {
  const { g, h } = generators(64);
  const all = [...narrow(g), ...narrow(h)];
  expect(new Set(all.map(toHex)).size).toBe(128);
  expect([all[0]!, all[127]!].every((point) => kernel.isInPrimeSubgroup(point))).toBe(true);
  const hashed = (index: number): Uint8Array =>
    kernel.hashToPoint(kernel.keccak256(concat(H, utf8('bulletproof_plus'), Uint8Array.of(index))));
  expect([all[0], all[3], all[64]]).toEqual([hashed(1), hashed(7), hashed(0)]);
  const more = generators(70);
  expect([more.g.subarray(0, g.length), more.h.subarray(0, h.length)]).toEqual([g, h]);
  expect(more.g.length).toBe(70 * 64);
  expect(() => generators(1025)).toThrow();
});

describe('real transactions', () => {
  test('have range proofs that verify, alone and as a batch', () => {
    const claims = [testChainTransaction(), mainnetTransaction()].map(({ tx }) => ({
      proof: tx.prunable!.bulletproofsPlus[0]!,
      commitments: tx.rct!.commitments,
    }));
    expect(claims.map(holds)).toEqual([true, true]);
    expect(verifyBulletproofsPlus(claims)).toBe(true);
    const swapped = claims.map(({ proof }, i) => ({ proof, commitments: claims[1 - i]!.commitments }));
    expect(verifyBulletproofsPlus(swapped)).toBe(false);
  });
});
