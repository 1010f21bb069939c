import { describe, expect, it } from 'vitest';
import { openFixture, openRpcSession } from '../support/rpc/fixture.ts';
import { NAME, PASSWORD } from '../support/rpc/fixture.ts';

describe('x_record_events', () => {
  it('switches the list of the open wallet on and off', async () => {
    const { call, wallet } = await openFixture();
    expect((await call('x_events')).recording).toBe(false);
    await call('x_record_events');
    expect((await call('x_events')).recording).toBe(true);
    expect(wallet.state.tables.eventLog.get('')).toMatchObject({ confirmations: [1, 10], lowBalance: 0n });
    await call('x_record_events', { confirmations: [6, 2, 6], low_balance: 5n });
    expect(wallet.state.tables.eventLog.get('')).toMatchObject({ confirmations: [2, 6], lowBalance: 5n });
    await call('x_record_events', { recording: false });
    expect((await call('x_events')).recording).toBe(false);
  });
  it('holds for each wallet that is opened afterwards', async () => {
    const { call } = openRpcSession();
    await call('x_record_events', { confirmations: [3] });
    await call('create_wallet', { filename: 'One', password: 'pw', language: 'English' });
    expect(await call('x_events')).toMatchObject({ wallet: 'One', recording: true });
    await call('x_record_events', { recording: false });
    await call('create_wallet', { filename: 'Two', password: 'pw', language: 'English' });
    expect(await call('x_events')).toMatchObject({ wallet: 'Two', recording: false });
  });
  it('goes on in the file until it is switched off', async () => {
    const { call } = await openFixture();
    await call('x_record_events');
    await call('close_wallet');
    await call('open_wallet', { filename: NAME, password: PASSWORD });
    expect((await call('x_events')).recording).toBe(true);
  });
  it('leaves a background copy without a list, and no program sees a gap while it is open', async () => {
    const { call } = await openFixture();
    await call('x_record_events');
    await call('setup_background_sync', {
      background_sync_type: 'custom-background-password',
      wallet_password: PASSWORD,
      background_cache_password: 'for reading',
    });
    await call('start_background_sync');
    const since = '0123abcd-7';
    const page = await call('x_events', { since });
    expect(page).toMatchObject({ recording: false, next: since });
    expect(page.gap ?? false).toBe(false);
    await call('stop_background_sync', { wallet_password: PASSWORD });
    expect((await call('x_events')).recording).toBe(true);
  });
  it('refuses numbers of confirmations that no payment reaches', async () => {
    const { refusal } = await openFixture();
    for (const confirmations of [[0], [10_001], Array.from({ length: 11 }, (_, n) => n + 1)])
      expect(await refusal('x_record_events', { confirmations })).toMatchObject({
        code: -32602,
        fault: 'invalid_params',
      });
  });
});
