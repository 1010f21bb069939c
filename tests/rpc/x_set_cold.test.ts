import { describe, expect, it, vi } from 'vitest';
import { fault } from '../../src/store/faults.ts';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('x_set_cold', () => {
  it('deletes scanned data, and stays offline', async () => {
    const { call, wallet, session } = await openFixture();
    expect((await call('x_status')).coins).toBeGreaterThan(0);
    await call('x_set_cold', { enabled: true });
    const status = await call('x_status');
    expect(status).toMatchObject({ cold: true, height: 0 });
    expect(status).not.toHaveProperty('coins');
    session.autoRefresh(true);
    await Promise.resolve();
    expect(wallet.sync.status.phase).toBe('idle');
    session.autoRefresh(false);
  });
  it('reads on when the disk is full', async () => {
    const { refusal, session, wallet } = await openFixture();
    const start = vi.spyOn(wallet.sync, 'start');
    session.autoRefresh(true);
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1));
    vi.spyOn(wallet.file, 'append').mockRejectedValueOnce(fault('storage_full'));
    expect(await refusal('x_set_cold', { enabled: true })).toMatchObject({ fault: 'storage_full' });
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2));
    session.autoRefresh(false);
  });
  it('keeps notes, labels and waiting payments', async () => {
    const { call } = await openFixture();
    const before = await call('get_address', { account_index: 0 });
    await call('x_set_cold', { enabled: true });
    expect(await call('get_address', { account_index: 0 })).toMatchObject({ address: before.address });
  });
  it('stays set after closing, and can be switched off to scan again', async () => {
    const { call, session } = await openFixture({ empty: true });
    await call('x_set_cold', { enabled: true });
    expect(session.wallet.state.settings.cold).toBe(true);
    await call('x_set_cold', { enabled: false });
    expect((await call('x_status')).cold).toBeUndefined();
  });
  it('needs a wallet with a spend key', async () => {
    const { refusal } = await openFixture({ watchOnly: true });
    expect(await refusal('x_set_cold', { enabled: true })).toMatchObject({ fault: 'watch_only' });
    expect(await openRpcSession().refusal('x_set_cold', { enabled: true })).toMatchObject({ code: -13 });
  });
});
