import { expect, it } from 'vitest';
import { known, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

it('x_parse_uri reads links with one recipient and with several', async () => {
  const { call } = await openFixture({ empty: true });
  expect(await call('x_parse_uri', { uri: `monero:${PAYEE}` })).toEqual({
    recipients: [{ address: PAYEE, amount: 0n, name: '' }],
    description: '',
    payment_id: '',
  });
  const several = `monero:${PAYEE};${known.addresses[0]!.address}?tx_amount=1;2.5&recipient_name=Ann;Bob%20B&tx_description=rent`;
  expect(await call('x_parse_uri', { uri: several })).toEqual({
    recipients: [
      { address: PAYEE, amount: XMR, name: 'Ann' },
      { address: known.addresses[0]!.address, amount: (5n * XMR) / 2n, name: 'Bob B' },
    ],
    description: 'rent',
    payment_id: '',
  });
  const id = 'ab'.repeat(32);
  expect(await call('x_parse_uri', { uri: `monero:${PAYEE}?tx_payment_id=${id}&fiat=EUR` })).toMatchObject({
    payment_id: id,
    unknown_parameters: ['fiat=EUR'],
  });
});
it('x_parse_uri refuses lists of different lengths and wrong addresses', async () => {
  const { refusal } = await openFixture({ empty: true });
  for (const uri of [`monero:${PAYEE};${PAYEE}?tx_amount=1`, `monero:${PAYEE};x?tx_amount=1;2`])
    expect(await refusal('x_parse_uri', { uri })).toMatchObject({ code: -11, fault: 'bad_uri' });
});
