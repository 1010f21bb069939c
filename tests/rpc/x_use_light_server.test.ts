import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

const ADDRESS = 'https://light.example';

describe('x_use_light_server', () => {
  it('notes the server; nothing is shown as its word before it has answered', async () => {
    const { call, wallet } = await openFixture();
    const before = await call('get_balance', { account_index: 0 });
    expect(await call('x_use_light_server', { address: ADDRESS })).toEqual({});
    expect(await call('x_light_server')).toMatchObject({ address: ADDRESS, in_use: true, open: false });
    expect((await call('x_status')).light_server).toEqual({ address: ADDRESS, in_use: true, open: false });
    expect(await call('get_balance', { account_index: 0 })).toEqual(before);
    await wallet.sync.refresh();
    expect(await call('x_light_server')).toMatchObject({ problem: { fault: 'node_unreachable' } });
  });
  it('refuses what is no address, and a wallet without its spend key', async () => {
    const { call } = await openFixture({ empty: true });
    await expect(call('x_use_light_server', { address: 'no address?' })).rejects.toThrow();
    const watching = await openFixture({ empty: true, watchOnly: true });
    await expect(watching.call('x_use_light_server', { address: ADDRESS })).rejects.toThrow();
    expect((await watching.call('x_light_server')).address).toBe('');
  });
});
