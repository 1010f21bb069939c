/** A spend proof is that of upstream's prover, byte for byte, verifies, and no changed one does. */
import { expect, it } from 'vitest';
import { asKeyImage, type Point, type Scalar } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { Secret } from '../../../../src/base/secret.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { readSalProof, SAL_FORMAT, writeSalProof } from '../../../../src/protocol/fcmp/sal-proof.ts';
import { verifySal } from '../../../../src/protocol/fcmp/sal-verify.ts';
import { proveSal } from '../../../../src/protocol/fcmp/sal.ts';
import { JUDGE_SAL } from '../../../vectors/fcmp/judge.ts';
import cases from '../../../vectors/fcmp/spend.json' with { type: 'json' };
import { tape } from '../../../vectors/fcmp/tape.ts';
import '../../../support/some-kernel.ts';

it.each(cases)('$name', (each) => {
  // O~, I~, R, C~, then the blinds of O, I, R and C.
  const parts = Array.from({ length: 8 }, (_, i) => fromHex(each.rerandomized.slice(64 * i, 64 * i + 64)));
  const [O, I, R, C, o, i, r] = parts as [Point, Point, Point, Point, Scalar, Scalar, Scalar];
  const input = { O, I, R, C };
  const x = fromHex(each.x) as Scalar;
  const y = Secret.over(kernel.scalarAdd(fromHex(each.y) as Scalar, o));
  const { random, draws } = tape(`${each.name} prove`);
  const txHash = fromHex(each.txHash);
  const { keyImage, proof } = proveSal(txHash, input, { x, y, i, r }, random, JUDGE_SAL);
  expect(toHex(keyImage)).toBe(each.keyImage);
  expect(toHex(writeSalProof(proof))).toBe(each.proof);
  expect(draws()).toBe(each.draws);
  const statement = { txHash, input, keyImage };
  expect(verifySal(statement, proof, JUDGE_SAL)).toBe(true);
  expect(verifySal(statement, proof, SAL_FORMAT)).toBe(false);
  expect(verifySal({ ...statement, keyImage: asKeyImage(I) }, proof, JUDGE_SAL)).toBe(false);
  for (const at of [1, 6, 11]) {
    const changed = fromHex(each.proof);
    changed[32 * at]! ^= 1;
    expect(verifySal(statement, readSalProof(changed), JUDGE_SAL)).toBe(false);
  }
});
