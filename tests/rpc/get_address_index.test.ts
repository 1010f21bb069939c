import { describe, expect, it } from 'vitest';
import { known, openFixture, PAYEE } from '../support/rpc/fixture.ts';

describe('get_address_index', () => {
  it('finds an address of ours, even if it was not created yet', async () => {
    const { call } = await openFixture();
    for (const { address, major, minor } of known.addresses.filter(({ minor }) => minor < 5))
      expect(await call('get_address_index', { address })).toEqual({ index: { major, minor } });
  });
  it('refuses addresses of other wallets, and invalid ones', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('get_address_index', { address: PAYEE })).toMatchObject({
      code: -2,
      message: "Address doesn't belong to the wallet",
    });
    expect(await refusal('get_address_index', { address: 'elsewhere' })).toMatchObject({
      code: -2,
      message: 'Invalid address',
    });
  });
});
