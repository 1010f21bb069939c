import { expect, it } from 'vitest';
import { openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { openHalves } from '../support/rpc/halves.ts';
import { keepPayment } from '../support/rpc/keep-payment.ts';
import { openSigners, tellInfo } from '../support/rpc/signers.ts';

const destinations = [{ address: PAYEE, amount: XMR }];

it('x_keep_payment stores what the signing device signed', async () => {
  const { hot, cold } = await openHalves();
  const { id, set: unsigned_txset } = await keepPayment(hot, { destinations });
  const { signed_txset } = await cold.call('sign_transfer', { unsigned_txset });
  expect(await hot.call('x_keep_payment', { tx_data_hex: signed_txset })).toEqual({ id });
  expect(hot.events()).toContain('changed');
});
it('x_keep_payment stores what other signers signed', async () => {
  const [first, second] = await openSigners(2, 2);
  await tellInfo([first!, second!]);
  const { id, set } = await keepPayment(first!, { destinations });
  expect(await second!.call('x_keep_payment', { tx_data_hex: set })).toEqual({ id });
});
it('x_keep_payment refuses malformed sets', async () => {
  const rpc = await openFixture({ watchOnly: true });
  expect(await rpc.refusal('x_keep_payment', { tx_data_hex: 'ab' })).toMatchObject({ code: -40 });
  expect(await rpc.refusal('x_keep_payment', { tx_data_hex: 'g' })).toMatchObject({ code: -26 });
});
