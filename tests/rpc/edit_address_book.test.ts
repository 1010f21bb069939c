import { describe, expect, it } from 'vitest';
import { openFixture, ownAddress, PAYEE } from '../support/rpc/fixture.ts';

describe('edit_address_book', () => {
  it('changes only the fields that its flags name', async () => {
    const { call } = await openFixture({ empty: true });
    await call('add_address_book', { address: PAYEE, description: 'Bakery' });
    await call('edit_address_book', { index: 0, address: ownAddress(0, 0), description: 'Me' });
    expect((await call('get_address_book')).entries?.[0]).toMatchObject({
      address: PAYEE,
      description: 'Bakery',
    });
    await call('edit_address_book', { index: 0, set_description: true, description: 'Baker' });
    await call('edit_address_book', { index: 0, set_address: true, address: ownAddress(0, 0) });
    expect((await call('get_address_book')).entries?.[0]).toMatchObject({
      address: ownAddress(0, 0),
      description: 'Baker',
    });
  });
  it('refuses unknown indices and invalid addresses', async () => {
    const { call, refusal } = await openFixture({ empty: true });
    expect(await refusal('edit_address_book', { index: 0 })).toMatchObject({ code: -12 });
    await call('add_address_book', { address: PAYEE });
    expect(await refusal('edit_address_book', { index: 0, set_address: true })).toMatchObject({ code: -2 });
  });
});
