/** Payments at the same moment: no two of them choose the same output. */
import { expect, test } from 'vitest';
import { fault } from '../../../../src/wallet/faults.ts';
import {
  isBeingSent,
  payWithReserved,
  whileSending,
  withKeyedCall,
  withPaymentLock,
} from '../../../../src/wallet/spend/locks.ts';
import type { Ledger } from '../../../../src/wallet/state/state.ts';
import { deferred } from '../../../support/deferred.ts';
import { settled } from '../../../support/settled.ts';
import { funds, person } from '../test-money.ts';
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

// threat: paid-twice
test('a transaction that two calls send is being sent until the last one has ended', async () => {
  const ledger = await testLedger();
  const [first, second] = [deferred<undefined>(), deferred<undefined>()];
  const calls = [first, second].map(({ promise }) => whileSending(ledger, ['id'], () => promise));
  second.resolve(undefined);
  await calls[1];
  expect(isBeingSent(ledger, 'id')).toBe(true);
  first.resolve(undefined);
  await calls[0];
  expect(isBeingSent(ledger, 'id')).toBe(false);
});

/** A wallet with outputs that are spent when their payment has ended without an error. */
const spender = async (count: number) => {
  const ledger: Ledger = await testLedger();
  let free = funds(
    person('payer'),
    Array.from({ length: count }, () => ({ amount: 1n })),
  );
  const chosen: number[] = [];
  const pay = (work: () => Promise<unknown>): Promise<number> =>
    payWithReserved(
      ledger,
      async (isReserved) => {
        await Promise.resolve();
        const output = free.find((each) => !isReserved(each));
        if (!output) throw fault('tx_not_possible', { available: 0n, needed: 1n, fee: 0n });
        chosen.push(output.globalIndex);
        return [output];
      },
      (output) => [output],
      async ([output]) => {
        await work();
        free = free.filter((each) => each !== output);
        return output!.globalIndex;
      },
    );
  return { ledger, pay, chosen };
};
const held = () => {
  let end: (error?: Error) => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { work: () => promise, end };
};

// threat: two-owners
test('payments that this wallet signs run beside each other with different outputs', async () => {
  const { pay, chosen } = await spender(8);
  const { work, end } = held();
  const paid = Array.from({ length: 8 }, () => pay(work));
  await settled();
  // All are planned, although none has ended.
  expect(new Set(chosen).size).toBe(8);
  end();
  expect(new Set(await Promise.all(paid)).size).toBe(8);
});

test('a payment without free outputs waits for one that ends, and takes the outputs of one that failed', async () => {
  const { pay } = await spender(2);
  const [one, two] = [held(), held()];
  const first = pay(one.work);
  const second = pay(two.work);
  const third = pay(() => Promise.resolve());
  await settled();
  one.end(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  const taken = await third;
  two.end();
  expect(await second).not.toBe(taken);
  await expect(pay(() => Promise.resolve())).rejects.toMatchObject({ code: 'tx_not_possible' });
});

test('work that must run alone waits for running payments, and later payments wait for it', async () => {
  const { ledger, pay, chosen } = await spender(3);
  const [running, alone] = [held(), held()];
  const first = pay(running.work);
  let started = false;
  const exclusive = withPaymentLock(ledger, () => {
    started = true;
    return alone.work();
  });
  const later = pay(() => Promise.resolve());
  await settled();
  expect([started, chosen.length]).toEqual([false, 1]);
  running.end();
  await first;
  await settled();
  expect([started, chosen.length]).toEqual([true, 1]);
  alone.end();
  await Promise.all([exclusive, later]);
  expect(chosen.length).toBe(2);
});

test('calls with one idempotency key run one after the other, also after an error; other keys do not wait', async () => {
  const ledger = await testLedger();
  const order: string[] = [];
  const first = held();
  const call = (key: string, name: string, work: () => Promise<unknown>) =>
    withKeyedCall(ledger, key, async () => {
      order.push(`${name} starts`);
      await work();
      order.push(`${name} ends`);
    });
  const one = call('a', 'one', first.work);
  const two = call('a', 'two', () => Promise.resolve());
  await call('b', 'other', () => Promise.resolve());
  first.end(new Error('lost'));
  await expect(one).rejects.toThrow('lost');
  await two;
  await call('a', 'three', () => Promise.resolve());
  expect(order).toEqual([
    'one starts',
    'other starts',
    'other ends',
    'two starts',
    'two ends',
    'three starts',
    'three ends',
  ]);
});
