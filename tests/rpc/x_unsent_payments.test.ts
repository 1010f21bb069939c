import { expect, it } from 'vitest';
import { openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { openHalves } from '../support/rpc/halves.ts';
import { keepPayment } from '../support/rpc/keep-payment.ts';

it('x_unsent_payments lists waiting payments, newest first, with the set of a requested one', async () => {
  const { hot } = await openHalves();
  const make = async (account_index: number) =>
    (await keepPayment(hot, { destinations: [{ address: PAYEE, amount: XMR }], account_index })).id;
  const first = await make(0);
  await hot.clock.advance(5000);
  const second = await make(1);
  const { payments = [] } = await hot.call('x_unsent_payments');
  expect(payments.map(({ id, account_index }) => [id, account_index])).toEqual([
    [second, 1],
    [first, 0],
  ]);
  expect(payments.every(({ set }) => set === '')).toBe(true);
  const named = (await hot.call('x_unsent_payments', { id: first })).payments!;
  expect(named.map(({ id, next }) => [id, next])).toEqual([[first, 'sign']]);
  expect(named[0]!.set.length).toBeGreaterThan(100);
});
it('x_unsent_payments counts the transactions of a payment', async () => {
  const { hot } = await openHalves();
  const destinations = Array.from({ length: 16 }, () => ({ address: PAYEE, amount: XMR / 50n }));
  await keepPayment(hot, { destinations });
  expect((await hot.call('x_unsent_payments')).payments).toMatchObject([{ transactions: 2 }]);
});
it('x_unsent_payments is empty when no payment waits', async () => {
  expect((await (await openFixture()).call('x_unsent_payments')).payments ?? []).toEqual([]);
});
