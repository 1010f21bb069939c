import { expect, test } from 'vitest';
import { asCommitment } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import { isBalanced } from '../../../../src/protocol/rct/balance.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { pseudoMasks } from '../../../../src/wallet/spend/build-tx.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const random = seededRandom('balance');
const FEE = 2_605_200_000n;

test.each([1, 2, 5])('pseudo outputs of %i inputs balance outputs and fee, and no other fee', (count) => {
  const inputs = Array.from({ length: count }, (_, i) => 1_000_000_000_000n + BigInt(i));
  const total = inputs.reduce((sum, amount) => sum + amount) - FEE;
  const outputs = [total / 3n, total - total / 3n].map((amount) => ({ amount, mask: randomScalar(random) }));
  const masks = pseudoMasks(
    { bytes: random },
    count,
    outputs.map(({ mask }) => mask),
  );
  const pseudo = inputs.map((amount, i) => ({ amount, mask: masks[i]! }));
  const [left, right] = [pseudo.map(commit), outputs.map(commit)];
  expect(isBalanced(left, right, FEE)).toBe(true);
  expect(isBalanced(left, right, FEE + 1n)).toBe(false);
  expect(isBalanced(left.slice(1), right, FEE)).toBe(false);
});

test('a fee of zero balances too', () => {
  const mask = randomScalar(random);
  expect(isBalanced([commit({ amount: 4n, mask })], [commit({ amount: 4n, mask })], 0n)).toBe(true);
});

test('bytes that are not a point give the fault bad_point', () => {
  const act = (): unknown =>
    isBalanced(
      [asCommitment(new Uint8Array(32).fill(0xff))],
      [asCommitment(kernel.mulBase(randomScalar(random)))],
      0n,
    );
  expect(act).toThrow();
  try {
    act();
  } catch (error) {
    expect(isFault(error, 'bad_point')).toBe(true);
  }
});
