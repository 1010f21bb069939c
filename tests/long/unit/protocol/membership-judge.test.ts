/**
 * Upstream's verifier and ours say the same of random proofs. `OSTRO_FCMP_JUDGE` names a program that derives from
 * upstream's code: its command `verify` reads lines `LAYERS ROOT INPUTS PROOF` in hex, and prints true or false for each.
 * `OSTRO_FCMP_PROOFS` names a file of such lines, proofs by upstream's prover. `OSTRO_FCMP_TRIES`: how many proofs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { concat } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { readTowerPoint, writeTowerPoint } from '../../../../src/kernel/ref/tower-cycle.ts';
import { sharedSums } from '../../../../src/kernel/tower-sums.ts';
import type { BlindedInput } from '../../../../src/protocol/fcmp/input.ts';
import { layerOf } from '../../../../src/protocol/membership/format.ts';
import { proveMembership } from '../../../../src/protocol/membership/prove.ts';
import type { MembershipStatement } from '../../../../src/protocol/membership/statement.ts';
import { verifyMembership } from '../../../../src/protocol/membership/verify.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { limit, seed } from '../../../support/tier.ts';
import { fastSums } from '../../../support/tower-sums.ts';
import { JUDGE_FORMAT, judgeWitness } from '../../../vectors/fcmp/judge.ts';

const { OSTRO_FCMP_JUDGE: judge, OSTRO_FCMP_PROOFS: proofs, OSTRO_FCMP_TRIES: tries = '20' } = process.env;
const random = seededRandom(`membership ${seed}`);
const below = (end: number): number => random(4).reduce((sum, byte) => sum * 256 + byte, 0) % end;
/** One and two inputs are as frequent as in payments. */
const INPUTS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 8] as const;

it.runIf(judge)(
  'upstream’s verifier accepts each proof and refuses each changed one, as ours does',
  async () => {
    const sums = await fastSums();
    const program = spawn(judge!, ['verify'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const verdicts = createInterface(program.stdout)[Symbol.asyncIterator]();
    const asked = async ({ layers, root, inputs }: MembershipStatement, proof: Uint8Array) => {
      const tuples = inputs.map(({ O, I, R, C }) => concat(O, I, R, C));
      const fields = [writeTowerPoint(root), concat(...tuples), proof].map((bytes) => toHex(bytes));
      program.stdin.write(`${[layers, ...fields].join(' ')}\n`);
      return (await verdicts.next()).value as string;
    };
    for (let i = 0; i < Number(tries); i++) {
      const shape = { inputs: INPUTS[below(INPUTS.length)]!, layers: 1 + below(8), leaves: 1 + below(38) };
      const name = `${seed}-${i}`;
      const { witness, root } = judgeWitness({ name, ...shape }, sums);
      const tools = { random, sums: sharedSums(sums) };
      const proof = await proveMembership(witness, tools, JUDGE_FORMAT);
      const statement = { inputs: witness.inputs.map(({ input }) => input), root, layers: shape.layers };
      const changed = proof.slice();
      changed[below(proof.length)]! ^= 1 << below(8);
      const context = `${name}: ${JSON.stringify(shape)}`;
      expect(await asked(statement, proof), context).toBe('true');
      expect(await asked(statement, changed), context).toBe('false');
      expect(verifyMembership(statement, proof, { sums, random }, JUDGE_FORMAT), context).toBe(true);
      expect(verifyMembership(statement, changed, { sums, random }, JUDGE_FORMAT), context).toBe(false);
    }
    program.stdin.end();
    await once(program, 'exit');
  },
  limit(600),
);

it.runIf(proofs)(
  'our verifier accepts each proof of upstream’s prover and refuses each changed one',
  async () => {
    const sums = await fastSums();
    for await (const line of createInterface(createReadStream(proofs!))) {
      const { statement, proof } = statementOf(line);
      const changed = proof.slice();
      changed[below(proof.length)]! ^= 1 << below(8);
      expect(verifyMembership(statement, proof, { sums, random }, JUDGE_FORMAT), line.slice(0, 80)).toBe(
        true,
      );
      expect(verifyMembership(statement, changed, { sums, random }, JUDGE_FORMAT), line.slice(0, 80)).toBe(
        false,
      );
    }
  },
  limit(600),
);

const statementOf = (line: string): { statement: MembershipStatement; proof: Uint8Array } => {
  const [layers, ...fields] = line.split(' ');
  const [root, tuples, proof] = fields.map((field) => fromHex(field));
  const inputs = Array.from({ length: tuples!.length / 128 }, (_, i): BlindedInput => {
    const point = (k: number) => tuples!.slice(128 * i + 32 * k, 128 * i + 32 * (k + 1)) as BlindedInput['O'];
    return { O: point(0), I: point(1), R: point(2), C: point(3) };
  });
  const { curve } = layerOf(Number(layers) - 1);
  return { statement: { inputs, root: readTowerPoint(curve, root!), layers: Number(layers) }, proof: proof! };
};
