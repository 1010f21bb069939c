import { describe, expect, it } from 'vitest';
import { known, openFixture, PAYEE } from '../support/rpc/fixture.ts';

describe('get_address_book', () => {
  it('lists all entries, or the requested ones, without a field for the payment id inside an address', async () => {
    const { call } = await openFixture({ empty: true });
    expect(await call('get_address_book')).toEqual({});
    await call('add_address_book', { address: PAYEE, description: 'Bakery' });
    await call('add_address_book', { address: known.integrated });
    const bakery = { index: 0, address: PAYEE, description: 'Bakery' };
    const exchange = { index: 1, address: known.integrated, description: '' };
    expect(await call('get_address_book')).toEqual({ entries: [bakery, exchange] });
    expect(await call('get_address_book', { entries: [1] })).toEqual({ entries: [exchange] });
  });
  it('refuses indices without an entry', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('get_address_book', { entries: [0] })).toMatchObject({
      code: -12,
      message: 'Index out of range: 0',
    });
  });
});
