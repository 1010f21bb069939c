import { describe, expect, it } from 'vitest';
import { openFixture, ownAddress } from '../support/rpc/fixture.ts';

describe('get_address', () => {
  it('lists the addresses of an account, and which were used', async () => {
    const { call } = await openFixture();
    const { address, addresses } = await call('get_address', { account_index: 0 });
    expect(address).toBe(ownAddress(0, 0));
    expect(addresses).toEqual([
      { address, label: 'Primary account', address_index: 0, used: true },
      { address: ownAddress(0, 1), label: 'Shop', address_index: 1, used: true },
      expect.objectContaining({ label: '', address_index: 2, used: false }),
    ]);
  });
  it('lists the requested addresses in the requested order', async () => {
    const { call } = await openFixture();
    const { addresses } = await call('getaddress' as 'get_address', { address_index: [2, 0] });
    expect(addresses?.map(({ address_index }) => address_index)).toEqual([2, 0]);
  });
  it('refuses accounts and addresses that do not exist', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('get_address', { account_index: 2 })).toMatchObject({ code: -14 });
    expect(await refusal('get_address', { address_index: [3] })).toMatchObject({
      code: -15,
      message: 'address index is out of bound',
    });
  });
});
