/** Payments at the same moment: each chooses its inputs after the one before is stored. */
import { expect, test } from 'vitest';
import { withPaymentLock } from '../../../../src/wallet/spend/locks.ts';
import { testLedger } from '../test-ledger.ts';

// threat: two-owners
test('of eight payments at once, each starts when the one before has ended, also when that one fails', async () => {
  const ledger = await testLedger();
  let free = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  let running = 0;
  const pay = (i: number): Promise<string> =>
    withPaymentLock(ledger, async () => {
      expect(++running).toBe(1);
      const chosen = free[0]!;
      await Promise.resolve();
      running -= 1;
      if (i === 3) throw new Error('refused');
      free = free.filter((each) => each !== chosen);
      return chosen;
    });
  const results = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => pay(i)));
  const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(taken).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});

test('wallets do not wait for each other', async () => {
  const [one, two] = [await testLedger(), await testLedger()];
  void withPaymentLock(one, () => new Promise(() => undefined));
  await expect(withPaymentLock(two, () => Promise.resolve('done'))).resolves.toBe('done');
});
