/** Proofs of arithmetic circuits, compared with those of upstream's prover. */
import { describe, expect, it } from 'vitest';
import { bytesToBigint } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { readTowerPoint, Selene } from '../../../../src/kernel/ref/tower-cycle.ts';
import { sharedSums } from '../../../../src/kernel/tower-sums.ts';
import { proveArithmetic } from '../../../../src/protocol/membership/arithmetic-prove.ts';
import { verifyArithmetic } from '../../../../src/protocol/membership/arithmetic-verify.ts';
import type { Linear, Variable } from '../../../../src/protocol/membership/linear.ts';
import { proofReader, proofWriter } from '../../../../src/protocol/membership/transcript.ts';
import { verifierSum } from '../../../../src/protocol/membership/verifier-sum.ts';
import cases from '../../../vectors/fcmp/arithmetic.json' with { type: 'json' };
import { inTier } from '../../../support/tier.ts';
import { fastSums } from '../../../support/tower-sums.ts';
import { tape } from '../../../vectors/fcmp/tape.ts';

const number = (hex: string): bigint => bytesToBigint(fromHex(hex));
const point = (hex: string) => readTowerPoint(Selene, fromHex(hex));
const sums = await fastSums();
const VECTORS = { aL: 'left', aR: 'right', aO: 'product', V: 'single' } as const;

type Case = (typeof cases)[number];
interface JudgeTerm {
  readonly kind: string;
  readonly index: number;
  readonly commitment?: number;
  readonly weight: string;
}

const statementOf = ({ generators, constraints, C, V }: Case) => ({
  curve: Selene,
  rows: generators,
  constraints: constraints.map(({ terms, constant }): Linear => ({
    terms: (terms as readonly JudgeTerm[]).map(({ kind, index, commitment, weight }) => {
      const vector = commitment ?? VECTORS[kind as keyof typeof VECTORS];
      return { weight: number(weight), variable: { vector, at: index } satisfies Variable };
    }),
    constant: number(constant),
  })),
  vectors: C.map(({ commitment }) => point(commitment)),
  singles: V.map(({ commitment }) => point(commitment)),
});

describe.each(cases)('the arithmetic circuit $name', (each) => {
  const statement = statementOf(each);
  const context = fromHex(each.context);

  it("is proved with the judge's bytes from the judge's random numbers", async () => {
    const transcript = proofWriter(context);
    transcript.points(statement.vectors);
    transcript.points(statement.singles);
    const { random, draws } = tape(each.prove_seed);
    const witness = {
      left: each.aL.map(number),
      right: each.aR.map(number),
      vectors: each.C.map(({ g_values, mask }) => ({ values: g_values.map(number), mask: number(mask) })),
      singles: each.V.map(({ value, mask }) => ({ value: number(value), mask: number(mask) })),
    };
    await proveArithmetic(statement, witness, transcript, { random, sums: sharedSums(sums) });
    expect(toHex(transcript.written())).toBe(each.proof);
    expect(draws()).toBe(each.prove_draws);
  });

  const verifies = (proof: Uint8Array): boolean => {
    const transcript = proofReader(context, proof);
    const sum = verifierSum(Selene);
    try {
      const vectors = transcript.points(Selene, statement.vectors.length);
      const singles = transcript.points(Selene, statement.singles.length);
      verifyArithmetic({ ...statement, vectors, singles }, transcript, sum, tape('verifier').random);
    } catch {
      return false;
    }
    return transcript.left() === 0 && sum.isZero(sums);
  };

  it('verifies, and with one element changed it does not', () => {
    const proof = fromHex(each.proof);
    expect(verifies(proof)).toBe(true);
    for (let at = 0; at < proof.length; at += inTier({ short: 160, long: 32 })) {
      const changed = proof.slice();
      changed[at]! ^= 1;
      expect(verifies(changed)).toBe(false);
    }
  });
});
