import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, ownAddress } from '../support/rpc/fixture.ts';

describe('create_account', () => {
  it('adds an account and returns its address', async () => {
    const { call, events } = await openFixture();
    const account = await call('create_account', { label: 'Holidays' });
    expect(account).toEqual({
      account_index: 2,
      address: ownAddress(2, 0),
    });
    const { subaddress_accounts } = await call('get_accounts');
    expect(subaddress_accounts?.at(-1)?.label).toBe('Holidays');
    expect(events()).toContain('changed');
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('create_account')).toMatchObject({ code: -13 });
  });
});
