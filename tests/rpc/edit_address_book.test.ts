import { describe, expect, it } from 'vitest';
import { openFixture, ownAddress, PAYEE } from '../support/rpc/fixture.ts';

const STANDARD = ownAddress(0, 0);

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
  it('sets, changes and removes the payment id inside the address', async () => {
    const { call } = await openFixture({ empty: true });
    const [first, second] = ['1122334455667788', '99aabbccddeeff00'];
    const entry = async () => (await call('get_address_book')).entries?.[0];
    await call('add_address_book', { address: STANDARD });
    let address = '';
    for (const payment_id of [first, second]) {
      await call('edit_address_book', { index: 0, set_payment_id: true, payment_id });
      const { integrated_address } = await call('make_integrated_address', {
        standard_address: STANDARD,
        payment_id,
      });
      address = integrated_address;
      expect(await entry()).toMatchObject({ address });
    }
    await call('edit_address_book', { index: 0, set_description: true, description: 'Baker' });
    expect(await entry()).toMatchObject({ address, description: 'Baker' });
    await call('edit_address_book', { index: 0, set_payment_id: true, payment_id: '' });
    expect(await entry()).toEqual({ index: 0, address: STANDARD, description: 'Baker' });
  });
  it('refuses a payment id for a subaddress, one that differs from that inside the address, and no payment id', async () => {
    const { call, refusal } = await openFixture({ empty: true });
    const payment_id = '1122334455667788';
    const address = ownAddress(0, 1);
    const code = -5;
    expect(await refusal('add_address_book', { address, payment_id })).toMatchObject({
      code,
      fault: 'payment_id_and_subaddress',
    });
    expect((await call('get_address_book')).entries ?? []).toEqual([]);
    await call('add_address_book', { address });
    for (const change of [{}, { set_address: true, address }])
      expect(
        await refusal('edit_address_book', { index: 0, set_payment_id: true, payment_id, ...change }),
      ).toMatchObject({ code, fault: 'payment_id_and_subaddress' });
    const { integrated_address } = await call('make_integrated_address', {
      standard_address: STANDARD,
      payment_id,
    });
    await call('add_address_book', { address: integrated_address, payment_id });
    expect(
      await refusal('add_address_book', { address: integrated_address, payment_id: '99aabbccddeeff00' }),
    ).toMatchObject({ code, fault: 'two_payment_ids' });
    expect(
      await refusal('edit_address_book', { index: 1, set_payment_id: true, payment_id: '11' }),
    ).toMatchObject({ code });
  });
  it('refuses unknown indices and invalid addresses', async () => {
    const { call, refusal } = await openFixture({ empty: true });
    expect(await refusal('edit_address_book', { index: 0 })).toMatchObject({ code: -12 });
    await call('add_address_book', { address: PAYEE });
    expect(await refusal('edit_address_book', { index: 0, set_address: true })).toMatchObject({ code: -2 });
  });
});
