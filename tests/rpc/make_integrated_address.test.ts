import { describe, expect, it } from 'vitest';
import { known, openFixture, ownAddress, PAYEE } from '../support/rpc/fixture.ts';

describe('make_integrated_address', () => {
  it('combines a payment id with our address or a given one', async () => {
    const { call } = await openFixture({ empty: true });
    const payment_id = known.paymentId;
    const integrated = { integrated_address: known.integrated, payment_id };
    expect(await call('make_integrated_address', { payment_id })).toEqual(integrated);
    expect(await call('make_integrated_address', { payment_id, standard_address: ownAddress(0, 0) })).toEqual(
      integrated,
    );
  });
  it('draws a random payment id when none is given', async () => {
    const { call } = await openFixture({ empty: true });
    const first = await call('make_integrated_address');
    const second = await call('make_integrated_address');
    expect(first.payment_id).toMatch(/^[0-9a-f]{16}$/);
    expect(first.payment_id).not.toBe(second.payment_id);
  });
  it('refuses malformed payment ids, and addresses that are not standard ones', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('make_integrated_address', { payment_id: '00' })).toMatchObject({
      code: -5,
      message: 'Invalid payment ID',
    });
    const messages: unknown[] = [];
    for (const standard_address of [PAYEE, known.integrated, 'x']) {
      const { code, message } = await refusal('make_integrated_address', { standard_address });
      expect(code).toBe(-2);
      messages.push(message);
    }
    expect(messages).toEqual([
      "Subaddress shouldn't be used",
      'Already integrated address',
      'Invalid address',
    ]);
  });
});
