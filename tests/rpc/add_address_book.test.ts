import { describe, expect, it } from 'vitest';
import { known, openFixture, ownAddress, PAYEE } from '../support/rpc/fixture.ts';

describe('add_address_book', () => {
  it('numbers entries from 0', async () => {
    const { call } = await openFixture({ empty: true });
    expect(await call('add_address_book', { address: PAYEE, description: 'a' })).toEqual({ index: 0 });
    expect(await call('add_address_book', { address: PAYEE, description: 'a' })).toEqual({ index: 1 });
  });
  it('stores an old-style payment id as an integrated address', async () => {
    const { call } = await openFixture({ empty: true });
    await call('add_address_book', { address: ownAddress(0, 0), payment_id: known.paymentId });
    const { entries } = await call('get_address_book');
    expect(entries?.[0]?.address).toBe(known.integrated);
  });
  it('refuses an invalid address', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('add_address_book', { address: 'Bob' })).toMatchObject({
      code: -2,
      message: 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: Bob',
    });
    expect(await refusal('add_address_book', { address: ownAddress(0, 0), payment_id: 'x' })).toMatchObject({
      code: -5,
    });
  });
});
