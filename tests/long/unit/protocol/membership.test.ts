/** Membership proofs of one to eight inputs and one to eight layers are the judge's, byte for byte. */
import { expect, it } from 'vitest';
import { concat } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { refTowerSums } from '../../../../src/kernel/ref/ref-tower-sums.ts';
import { writeTowerPoint } from '../../../../src/kernel/ref/tower-cycle.ts';
import { sharedSums } from '../../../../src/kernel/tower-sums.ts';
import { proveMembership } from '../../../../src/protocol/membership/prove.ts';
import { verifyMembership } from '../../../../src/protocol/membership/verify.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { limit } from '../../../support/tier.ts';
import { fastSums } from '../../../support/tower-sums.ts';
import { JUDGE_FORMAT, judgeWitness } from '../../../vectors/fcmp/judge.ts';
import cases from '../../../vectors/fcmp/membership.json' with { type: 'json' };
import { tape } from '../../../vectors/fcmp/tape.ts';

const fast = await fastSums();
const tools = { sums: fast, random: seededRandom('membership') };

it.each(cases)(
  '$name has the bytes of the judge and verifies; with one element changed it does not',
  async (each) => {
    const { witness, root } = judgeWitness(each, fast);
    expect(toHex(writeTowerPoint(root))).toBe(each.root);
    const inputs = witness.inputs.map(({ input }) => input);
    expect(inputs.map(({ O, I, R, C }) => toHex(concat(O, I, R, C)))).toEqual(each.tuples);
    const { random } = tape(`${each.name} prove`);
    const proof = await proveMembership(witness, { random, sums: sharedSums(fast) }, JUDGE_FORMAT);
    expect(toHex(proof)).toBe(each.proof);
    const statement = { inputs, root, layers: each.layers };
    expect(verifyMembership(statement, proof, tools, JUDGE_FORMAT)).toBe(true);
    for (let at = 0; at < proof.length; at += 32 * each.inputs) {
      const changed = proof.slice();
      changed[at]! ^= 1;
      expect(verifyMembership(statement, changed, tools, JUDGE_FORMAT)).toBe(false);
    }
  },
  limit(10),
);

it(
  'the readable sums make the same proof, of two inputs in seven layers',
  async () => {
    const each = cases.find(({ inputs, layers }) => inputs === 2 && layers === 7)!;
    const { random } = tape(`${each.name} prove`);
    const { witness } = judgeWitness(each, refTowerSums);
    expect(await proveMembership(witness, { random, sums: sharedSums(refTowerSums) }, JUDGE_FORMAT)).toEqual(
      fromHex(each.proof),
    );
  },
  limit(5),
);
