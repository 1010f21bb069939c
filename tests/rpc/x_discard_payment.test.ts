import { expect, it } from 'vitest';
import { PAYEE, XMR } from '../support/rpc/fixture.ts';
import { openHalves } from '../support/rpc/halves.ts';
import { keepPayment } from '../support/rpc/keep-payment.ts';

it('x_discard_payment frees the inputs of a waiting payment; its signed set can be read again', async () => {
  const { hot, cold } = await openHalves();
  const free = (await hot.call('get_balance')).unlocked_balance;
  const destinations = [{ address: PAYEE, amount: XMR }];
  const { id, set: unsigned_txset } = await keepPayment(hot, { destinations });
  const { signed_txset } = await cold.call('sign_transfer', { unsigned_txset });
  await hot.call('x_discard_payment', { id });
  expect((await hot.call('get_balance')).unlocked_balance).toBe(free);
  expect(await hot.refusal('x_discard_payment', { id })).toMatchObject({
    fault: 'unknown_payment',
  });
  await hot.call('x_keep_payment', { tx_data_hex: signed_txset });
  expect((await hot.call('x_unsent_payments')).payments).toMatchObject([
    { next: 'send', differs: ['unasked'] },
  ]);
});
