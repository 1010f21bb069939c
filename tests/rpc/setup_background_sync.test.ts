import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

const reuse = { background_sync_type: 'reuse-wallet-password', wallet_password: PASSWORD };
const custom = {
  background_sync_type: 'custom-background-password',
  wallet_password: PASSWORD,
  background_cache_password: 'for reading',
};

// The look-ahead has ten thousand addresses: the readable kernel takes seconds to compute them.

describe('setup_background_sync', () => {
  it("needs the wallet's password, and another one for the copy", async () => {
    const { call, refusal } = await openFixture({ empty: true });
    expect(await refusal('setup_background_sync', { ...reuse, wallet_password: 'guess' })).toMatchObject({
      code: -22,
      message: 'Invalid password.',
    });
    expect(
      await refusal('setup_background_sync', { ...custom, background_cache_password: PASSWORD }),
    ).toMatchObject({
      code: -1,
      message: 'custom background password must be different than wallet password',
    });
    expect(await call('setup_background_sync', reuse)).toEqual({});
  });
  it('makes a copy that opens with its own password only, and removes it again', async () => {
    const { call, refusal, session } = await openFixture({ empty: true });
    const there = async (): Promise<string[]> => (await session.files.list()).map(({ name }) => name).sort();
    await call('setup_background_sync', custom);
    expect(await there()).toEqual(['Everyday', 'Everyday.background']);
    await call('close_wallet');
    expect(
      await refusal('open_wallet', { filename: 'Everyday.background', password: PASSWORD }),
    ).toMatchObject({ code: -1, fault: 'wrong_password' });
    await call('open_wallet', { filename: 'Everyday', password: PASSWORD });
    await call('setup_background_sync', { background_sync_type: 'off', wallet_password: PASSWORD });
    expect(await there()).toEqual(['Everyday']);
  });
  it('accepts three types, and only wallets with a spend key', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('setup_background_sync', { background_sync_type: 'on' })).toMatchObject({
      code: -1,
      message: 'Unknown background sync type',
    });
    const watching = await openFixture({ empty: true, watchOnly: true });
    expect(await watching.refusal('setup_background_sync', reuse)).toMatchObject({
      code: -29,
      message: 'Watch-only wallet cannot enable background sync',
    });
    expect(await openRpcSession().refusal('setup_background_sync', reuse)).toMatchObject({ code: -13 });
  });
});
