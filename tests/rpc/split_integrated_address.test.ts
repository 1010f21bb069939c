import { describe, expect, it } from 'vitest';
import { known, openFixture, ownAddress } from '../support/rpc/fixture.ts';

describe('split_integrated_address', () => {
  it('separates address and payment id', async () => {
    const { call } = await openFixture({ empty: true });
    expect(await call('split_integrated_address', { integrated_address: known.integrated })).toEqual({
      standard_address: ownAddress(0, 0),
      payment_id: known.paymentId,
      is_subaddress: false,
    });
  });
  it('refuses addresses without a payment id, and invalid addresses', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('split_integrated_address', { integrated_address: ownAddress(0, 0) })).toMatchObject(
      { code: -2, message: 'Address is not an integrated address' },
    );
    expect(await refusal('split_integrated_address', {})).toMatchObject({
      code: -2,
      message: 'Invalid address',
    });
  });
});
