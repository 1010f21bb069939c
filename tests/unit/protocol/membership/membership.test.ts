/** A membership proof is the judge's, byte for byte, and no changed one verifies. All cases: tests/long. */
import { expect, it } from 'vitest';
import { concat } from '../../../../src/base/bytes.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import { refTowerSums } from '../../../../src/kernel/ref/ref-tower-sums.ts';
import { Helios, Selene } from '../../../../src/kernel/ref/tower-cycle.ts';
import { sharedSums } from '../../../../src/kernel/tower-sums.ts';
import { randomElement, randomElements } from '../../../../src/protocol/membership/elements.ts';
import { proveMembership } from '../../../../src/protocol/membership/prove.ts';
import { membershipLength, verifyMembership } from '../../../../src/protocol/membership/verify.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { fastSums } from '../../../support/tower-sums.ts';
import { JUDGE_FORMAT, judgeWitness } from '../../../vectors/fcmp/judge.ts';
import cases from '../../../vectors/fcmp/membership.json' with { type: 'json' };
import { tape } from '../../../vectors/fcmp/tape.ts';

const sums = await fastSums();
const tools = { sums, random: seededRandom('membership') };

it('a proof of one input in two layers has the bytes of the judge, verifies, and does not with a changed bit', async () => {
  const each = cases[1]!;
  const { witness, root } = judgeWitness(each, sums);
  const { random, draws } = tape(`${each.name} prove`);
  const proof = await proveMembership(witness, { random, sums: sharedSums(sums) }, JUDGE_FORMAT);
  expect(proof).toEqual(fromHex(each.proof));
  expect(draws()).toBe(each.draws);
  const statement = { inputs: witness.inputs.map(({ input }) => input), root, layers: each.layers };
  expect(verifyMembership(statement, proof, tools, JUDGE_FORMAT)).toBe(true);
  expect(verifyMembership({ ...statement, layers: 3 }, proof, tools, JUDGE_FORMAT)).toBe(false);
  for (const bytes of [proof.subarray(1), concat(proof, new Uint8Array(32)), tools.random(proof.length)])
    expect(verifyMembership(statement, bytes, tools, JUDGE_FORMAT)).toBe(false);
  // A scalar of the last argument, and the opening for the root.
  for (const at of [proof.length - 96, proof.length - 32]) {
    const changed = proof.slice();
    changed[at]! ^= 1;
    expect(verifyMembership(statement, changed, tools, JUDGE_FORMAT)).toBe(false);
  }
});

it.each(cases)('a proof of $inputs inputs in $layers layers is as long as that of the judge', (each) => {
  expect(membershipLength(each)).toBe(each.proof.length / 2);
});

it.each([Selene, Helios])('the tower module gives the sums of its readable twin', (curve) => {
  const few = (count: number) => randomElements(curve.Fn, count, tools.random);
  const scalars = {
    left: [0n, 1n, curve.Fn.ORDER - 1n, ...few(2)],
    right: few(2),
    value: randomElement(curve.Fn, tools.random),
    mask: 5n,
    others: few(2).map((scalar) => ({ scalar, point: curve.BASE.multiply(scalar) })),
  };
  for (const part of [scalars, { left: scalars.left }, { others: scalars.others }, { mask: 1n }, {}])
    expect(sums(curve, part).equals(refTowerSums(curve, part))).toBe(true);
  const { others: _, ...known } = scalars;
  const edges = [7n, 8n, 9n, 0x88n, 0x77n, 1n << 254n, curve.Fn.ORDER - 8n, (1n << 254n) - 1n];
  for (const part of [known, { left: edges }, { right: [0n, 0n] }, { left: [1n], value: 0n }, {}])
    expect(sums(curve, { ...part, secret: true }).equals(refTowerSums(curve, part))).toBe(true);
});
