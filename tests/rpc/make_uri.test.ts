import { describe, expect, it } from 'vitest';
import { known, openFixture, PAYEE } from '../support/rpc/fixture.ts';

describe('make_uri', () => {
  it("writes amount, name and description in the reference's order", async () => {
    const { call } = await openFixture({ empty: true });
    expect(
      await call('make_uri', {
        address: PAYEE,
        amount: 10n,
        recipient_name: 'el00ruobuob Stagenet wallet',
        tx_description: 'Testing out & about',
      }),
    ).toEqual({
      uri: `monero:${PAYEE}?tx_amount=0.000000000010&recipient_name=el00ruobuob%20Stagenet%20wallet&tx_description=Testing%20out%20%26%20about`,
    });
    expect(await call('make_uri', { address: PAYEE })).toEqual({ uri: `monero:${PAYEE}` });
  });
  it('refuses invalid addresses and standalone payment ids', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('make_uri', { address: 'x' })).toMatchObject({ code: -11, fault: 'bad_uri' });
    expect(
      await refusal('make_uri', { address: known.integrated, payment_id: '0'.repeat(64) }),
    ).toMatchObject({ code: -11 });
  });
});
