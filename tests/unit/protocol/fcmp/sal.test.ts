/** Proofs of spend authorisation and linkability: they verify, they link, and no changed one verifies. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asCommitment,
  asPublicKey,
  asSecretKey,
  type Point,
  type Scalar,
} from '../../../../src/base/brands.ts';
import { bytesToBigint, concat, utf8 } from '../../../../src/base/bytes.ts';
import { unbiasedHashToPoint } from '../../../../src/kernel/ref/hash-to-point-unbiased.ts';
import { EdwardsPoint } from '../../../../src/kernel/ref/point.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { T } from '../../../../src/protocol/carrot/constants.ts';
import { carrotKeyImage } from '../../../../src/protocol/carrot/opening.ts';
import { U, V } from '../../../../src/protocol/fcmp/generators.ts';
import { blindOutput, drawBlinds, openInput } from '../../../../src/protocol/fcmp/input.ts';
import { outputTuple, type ChainOutput } from '../../../../src/protocol/fcmp/output.ts';
import {
  readSalProof,
  SAL_POINTS,
  SAL_SCALARS,
  salChallenge,
  writeSalProof,
  type SalProof,
  type SalStatement,
} from '../../../../src/protocol/fcmp/sal-proof.ts';
import { verifySal } from '../../../../src/protocol/fcmp/sal-verify.ts';
import { proveSal } from '../../../../src/protocol/fcmp/sal.ts';
import { TORSION } from '../../../property/kernel/inputs.ts';
import { expectFault } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { inTier, limit } from '../../../support/tier.ts';

const random = seededRandom('sal');
const scalar = (): Scalar => kernel.scalarReduce(random(64));
const ZERO: Scalar = new Uint8Array(32);
const ONE: Scalar = TORSION[0]!;

/** An output that x and y open, spent. */
const spend = (kind: ChainOutput['kind'], x = scalar(), y = kind === 'legacy' ? ZERO : scalar()) => {
  const key = asPublicKey(kernel.pointAdd(kernel.mulBase(x), kernel.mul(y, T)));
  const commitment = asCommitment(kernel.mulBase(scalar()));
  const tuple = outputTuple({ kind, key, commitment })!;
  const { input, blinds } = blindOutput(tuple, scalar(), drawBlinds(random));
  const txHash = random(32);
  const { keyImage, proof } = proveSal(txHash, input, openInput(input, blinds, { x, y }), random);
  return { x, y, key, input, blinds, proof, statement: { txHash, input, keyImage } satisfies SalStatement };
};

describe('the spend proof of an input', () => {
  it.each(['legacy', 'carrot'] as const)('of a %s output verifies, and shows its key image', (kind) => {
    const { x, key, proof, statement } = spend(kind);
    expect(verifySal(statement, proof)).toBe(true);
    expect(statement.keyImage).toEqual(
      kind === 'legacy'
        ? kernel.mul(x, kernel.hashToPoint(key))
        : carrotKeyImage(asSecretKey(x.slice() as Scalar), key),
    );
  });

  it('has the same key image every time an output is spent, and nothing else in common', () => {
    const one = spend('carrot');
    const other = spend('carrot', one.x, one.y);
    expect(other.statement.keyImage).toEqual(one.statement.keyImage);
    const shown = ({ input, proof }: typeof one): string[] =>
      Object.values<Uint8Array>({ ...input, ...proof }).map((part) => part.join());
    expect(new Set([...shown(one), ...shown(other)]).size).toBe(2 * 16);
  });

  it('satisfies the equations of the paper, computed by another program', () => {
    const { proof, statement } = spend('carrot');
    const at = (bytes: Uint8Array) => EdwardsPoint.fromBytes(bytes);
    const n = (bytes: Uint8Array) => bytesToBigint(bytes);
    const times = (bytes: Uint8Array, k: bigint) => at(bytes).multiplyUnsafe(k % EdwardsPoint.Fn.ORDER);
    const { P, A, B, RO, RP, RL } = proof;
    const { O, I, R } = statement.input;
    const [sa, sb, sd] = [n(proof.alpha), n(proof.beta), n(proof.delta)];
    const e = n(salChallenge(statement, proof));
    const base = (k: bigint) => EdwardsPoint.BASE.multiplyUnsafe(k % EdwardsPoint.Fn.ORDER);
    const left = [
      times(P, e * e)
        .add(times(A, e))
        .add(at(B)),
      at(RO).add(times(O, e)),
      at(RP).add(at(P).subtract(at(O)).subtract(at(R)).multiplyUnsafe(e)),
      at(RL).add(times(statement.keyImage, e)),
    ];
    const right = [
      base(sa * e)
        .add(times(V, sb * e))
        .add(times(U, sa * sb))
        .add(times(T, sd)),
      base(sa).add(times(T, n(proof.y))),
      times(U, n(proof.z)).add(times(T, n(proof.rp))),
      times(I, sa).subtract(times(U, n(proof.z))),
    ];
    expect(left.map((point) => point.toHex())).toEqual(right.map((point) => point.toHex()));
  });

  it('is written as 384 bytes and read again; other lengths are refused', () => {
    const { proof } = spend('carrot');
    const bytes = writeSalProof(proof);
    expect(bytes).toHaveLength(384);
    expect(readSalProof(bytes)).toEqual(proof);
    expectFault(() => readSalProof(bytes.subarray(1)), 'bad_proof_length');
    expectFault(() => readSalProof(concat(bytes, ZERO)), 'bad_proof_length');
  });
});

describe('a blinded input', () => {
  it('is the output under its blinds', () => {
    const { x, y, key, input, blinds } = spend('carrot');
    const I = unbiasedHashToPoint(key);
    expect(input.O).toEqual(kernel.pointAdd(key, kernel.mul(blinds.o, T)));
    expect(input.I).toEqual(kernel.pointAdd(I, kernel.mul(blinds.i, U)));
    expect(input.R).toEqual(kernel.pointAdd(kernel.mul(blinds.i, V), kernel.mul(blinds.r, T)));
    expect(() => openInput(input, blinds, { x: y, y: x })).toThrow(/do not open/);
  });

  it('uses generators that are hashes', () => {
    const hashed = (text: string) => unbiasedHashToPoint(kernel.keccak256(utf8(text)));
    expect(U).toEqual(hashed('Monero FCMP++ Generator U'));
    expect(V).toEqual(hashed('Monero FCMP++ Generator V'));
  });
});

describe('no other proof verifies', () => {
  const PARTS = ['O', 'I', 'R', 'C'] as const;
  const plusOne = (value: Scalar): Scalar => kernel.scalarAdd(value, ONE);
  const plusBase = (point: Point): Point => kernel.pointAdd(point, kernel.mulBase(ONE));
  const flip = <Bytes extends Uint8Array>(bytes: Bytes, bit: number): Bytes => {
    const flipped = bytes.slice() as Bytes;
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    return flipped;
  };
  type Case = { readonly statement: SalStatement; readonly proof: SalProof };
  type Change = (from: Case) => Case;

  const point = fc.constantFrom(...SAL_POINTS);
  const response = fc.constantFrom(...SAL_SCALARS);
  const part = fc.constantFrom(...PARTS);
  const bit = fc.nat(255);
  const torsion = fc.constantFrom(...TORSION.slice(1));
  const inProof = (name: keyof SalProof, to: (value: Uint8Array) => Uint8Array): Change => {
    return ({ statement, proof }) => ({ statement, proof: { ...proof, [name]: to(proof[name]) } });
  };
  const inInput = (name: (typeof PARTS)[number], to: (value: Uint8Array) => Uint8Array): Change => {
    return ({ statement, proof }) => {
      const input = { ...statement.input, [name]: to(statement.input[name]) };
      return { statement: { ...statement, input }, proof };
    };
  };
  const swapped = (one: keyof SalProof, other: keyof SalProof): Change => {
    return ({ statement, proof }) => ({
      statement,
      proof: { ...proof, [one]: proof[other], [other]: proof[one] },
    });
  };
  const changes: fc.Arbitrary<Change> = fc.oneof(
    fc.tuple(fc.oneof(point, response), bit).map(([name, at]) => inProof(name, (value) => flip(value, at))),
    fc.tuple(part, bit).map(([name, at]) => inInput(name, (value) => flip(value, at))),
    point.map((name) => inProof(name, plusBase)),
    response.map((name) => inProof(name, plusOne)),
    part.map((name) => inInput(name, plusBase)),
    fc.tuple(point, torsion).map(([name, by]) => inProof(name, (value) => kernel.pointAdd(value, by))),
    fc
      .tuple(fc.constantFrom('O', 'I', 'R'), torsion)
      .map(([name, by]) => inInput(name as 'O', (value) => kernel.pointAdd(value, by))),
    fc.uniqueArray(point, { minLength: 2, maxLength: 2 }).map(([one, other]) => swapped(one!, other!)),
    fc.uniqueArray(response, { minLength: 2, maxLength: 2 }).map(([one, other]) => swapped(one!, other!)),
    bit.map((at): Change => {
      return ({ statement, proof }) => ({
        statement: { ...statement, txHash: flip(statement.txHash, at) },
        proof,
      });
    }),
    fc
      .oneof(
        bit.map((at) => (key: Uint8Array) => flip(key, at)),
        fc.constant(plusBase),
      )
      .map((to): Change => {
        return ({ statement, proof }) => ({
          statement: { ...statement, keyImage: to(statement.keyImage) as typeof statement.keyImage },
          proof,
        });
      }),
    torsion.map((by): Change => {
      return ({ statement, proof }) => {
        const keyImage = kernel.pointAdd(statement.keyImage, by) as typeof statement.keyImage;
        return { statement: { ...statement, keyImage }, proof };
      };
    }),
    fc.constantFrom<Change>(({ statement }) => ({ statement, proof: spend('carrot').proof })),
  );

  it(
    'after one part of it, or of what it is about, was changed',
    () => {
      const proofs = [spend('legacy'), spend('carrot')];
      fc.assert(
        fc.property(fc.constantFrom(...proofs), changes, ({ statement, proof }, change) => {
          const changed = change({ statement, proof });
          expect(verifySal(changed.statement, changed.proof)).toBe(false);
        }),
        { numRuns: inTier({ short: 50, long: 2_000 }) },
      );
      for (const { statement, proof } of proofs) expect(verifySal(statement, proof)).toBe(true);
    },
    limit(30),
  );

  it('with a response that is not reduced', () => {
    const { statement, proof } = spend('carrot');
    const order = EdwardsPoint.Fn.ORDER;
    for (const name of SAL_SCALARS) {
      const value = bytesToBigint(proof[name]) + order;
      const bytes = Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
      expect(verifySal(statement, { ...proof, [name]: bytes })).toBe(false);
    }
  });
});
