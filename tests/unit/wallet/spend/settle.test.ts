/** The fee is exact, and the result is what building anew with the settled amounts would give. */
import { beforeAll, describe, expect, test } from 'vitest';
import { asCommitment, asPublicKey } from '../../../../src/base/brands.ts';
import { parseAddress } from '../../../../src/protocol/address/address.ts';
import { feeForWeight } from '../../../../src/protocol/tx/fees.ts';
import { skeletonOf, weightOf, type TxInputPlan } from '../../../../src/wallet/spend/build-tx.ts';
import type { FeeRate } from '../../../../src/wallet/spend/fees.ts';
import { buildOutputs } from '../../../../src/wallet/spend/outputs.ts';
import { estimateFee } from '../../../../src/wallet/spend/estimates.ts';
import type { Payee, PlannedTx } from '../../../../src/wallet/spend/plan.ts';
import { settle, type Settled } from '../../../../src/wallet/spend/settle.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { bytesOf } from '../test-chain.ts';
import { funds, person, type Person } from '../test-money.ts';

const XMR = 1_000_000_000_000n;
const RATE: FeeRate = { priority: 1, perByte: 20_000n, mask: 10_000n };

let alice: Person;
let bob: Person;
beforeAll(() => {
  [alice, bob] = [person('alice'), person('bob')];
});

const to = (text: string, amount: bigint): Payee => ({ address: parseAddress(text), text, amount });
const inputOf = (amount: bigint): TxInputPlan => {
  const [output] = funds(alice, [{ amount }]);
  const members = Array.from({ length: 16 }, (_, i) => ({
    index: 1000 + 300 * i,
    key: asPublicKey(bytesOf(`key ${i}`)),
    commitment: asCommitment(bytesOf(`commitment ${i}`)),
  }));
  return { output: output!, ring: { members, realIndex: 0 } };
};
const settleIt = (
  amount: bigint,
  plan: Omit<PlannedTx, 'inputs'>,
): { readonly settled: Settled; readonly inputs: readonly TxInputPlan[] } => {
  const inputs = [inputOf(amount)];
  const random = { bytes: seededRandom('settle') };
  const whole = { ...plan, inputs: inputs.map(({ output }) => output) };
  const settled = settle(random, alice.account, whole, inputs, RATE, alice.address(0, 0));
  return { settled: settled!, inputs };
};

const expectWhole = ({ settled, inputs }: ReturnType<typeof settleIt>): void => {
  const { outputs, secrets, skeleton, fee } = settled;
  const anew = buildOutputs(outputs, secrets, alice.account.viewSecret);
  expect(skeleton).toEqual(skeletonOf(inputs, anew, fee));
  expect(feeForWeight(weightOf(skeleton.prefix, fee), RATE.perByte, RATE.mask)).toBe(fee);
  const taken = inputs.reduce((sum, { output }) => sum + output.amount, 0n);
  expect(outputs.reduce((sum, { amount }) => sum + amount, fee)).toBe(taken);
};

describe('a transaction is built once, with the final amounts', () => {
  test.each([
    ['a payment with change', () => [to(bob.text(0, 0), XMR)]],
    ['two payees, one of them a subaddress', () => [to(bob.text(0, 0), XMR), to(bob.text(0, 1), XMR)]],
    ['a payment id', () => [to(bob.text(0, 0, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)), XMR)]],
  ] as const)('%s', (_name, payees) => {
    const done = settleIt(5n * XMR, { payees: payees(), feeFrom: 'change' });
    expect(done.settled.change).toBeGreaterThan(0n);
    expectWhole(done);
  });

  test.each([1, 3])('that sends everything to %i', (count) => {
    const payees = Array.from({ length: count }, () => to(bob.text(0, 1), 0n));
    const done = settleIt(5n * XMR, { payees, feeFrom: 'payees' });
    expect(done.settled.outputs).toHaveLength(Math.max(2, count));
    expectWhole(done);
  });

  test.each([1, 2])('whose change appears only with the real fee, with %i paid', (count) => {
    const payees = Array.from({ length: count }, (_, i) => to(bob.text(0, 0), XMR + BigInt(i)));
    const paid = payees.reduce((sum, { amount }) => sum + amount, 0n);
    const guess = estimateFee(RATE, 1, payees, count + 1);
    const done = settleIt(paid + guess, { payees, feeFrom: 'change' });
    expect(done.settled.change).toBeGreaterThan(0n);
    expect(done.settled.change).toBe(guess - done.settled.fee);
    expectWhole(done);
  });
});

// threat: transaction-shape
test('the change or its dummy is at every position equally often', () => {
  const random = { bytes: seededRandom('positions') };
  const input = inputOf(100n * XMR);
  const whole = { inputs: [input.output], feeFrom: 'change' } as const;
  const positions = (payees: readonly Payee[]): number => {
    const settled = settle(random, alice.account, { ...whole, payees }, [input], RATE, alice.address(0, 0));
    return settled!.outputs.findIndex(({ change }) => change);
  };
  for (const payees of [
    [to(bob.text(0, 0), XMR)],
    [to(bob.text(0, 0), XMR), to(bob.text(0, 1), XMR), to(bob.text(0, 2), XMR)],
  ]) {
    const places = payees.length + 1;
    const tries = 60 * places;
    const counts = Array.from({ length: places }, () => 0);
    for (let i = 0; i < tries; i++) counts[positions(payees)]! += 1;
    // Chi-squared: 21 is exceeded once in ten thousand with three degrees of freedom, more rarely with one.
    const expected = tries / places;
    const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chi).toBeLessThan(21);
  }
});
