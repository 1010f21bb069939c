import { describe, expect, it } from 'vitest';
import { NAME, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

describe('x_delete_wallet', () => {
  it('removes a wallet, also the open one', async () => {
    const { call, session } = await openFixture({ empty: true });
    expect(await call('x_delete_wallet', { name: NAME, password: PASSWORD })).toEqual({});
    expect(session.open).toBeUndefined();
    expect(await call('x_list_wallets')).toEqual({});
  });
  it('removes nothing without the password', async () => {
    const { call, refusal, session } = await openFixture({ empty: true });
    expect(await refusal('x_delete_wallet', { name: NAME, password: 'guess' })).toMatchObject({
      fault: 'wrong_password',
    });
    expect(session.open?.name).toBe(NAME);
    expect((await call('x_list_wallets')).wallets).toHaveLength(1);
  });
});
