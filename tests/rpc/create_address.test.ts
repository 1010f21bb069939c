import { describe, expect, it } from 'vitest';
import { openFixture, ownAddress } from '../support/rpc/fixture.ts';

describe('create_address', () => {
  it('adds an address with a label', async () => {
    const { call, events } = await openFixture();
    const made = await call('create_address', { account_index: 1, label: 'Gifts' });
    const address = ownAddress(1, 1);
    expect(made).toEqual({ address, address_index: 1, addresses: [address], address_indices: [1] });
    const { addresses } = await call('get_address', { account_index: 1 });
    expect(addresses?.[1]).toEqual({ address, label: 'Gifts', address_index: 1, used: false });
    expect(events()).toContain('changed');
  });
  it('adds several at once', async () => {
    const { call } = await openFixture();
    const made = await call('create_address', { account_index: 1, count: 2 });
    expect(made.address_indices).toEqual([1, 2]);
    expect(made.addresses).toHaveLength(2);
  });
  it('refuses impossible counts and accounts', async () => {
    const { refusal } = await openFixture();
    for (const count of [0, 65_537])
      expect(await refusal('create_address', { count })).toMatchObject({
        code: -1,
        message: 'Count must be between 1 and 65536.',
      });
    expect(await refusal('create_address', { account_index: 5 })).toMatchObject({ code: -14 });
  });
});
