import { describe, expect, it } from 'vitest';
import { NAME, openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

const MINUTE = 60_000;

describe('x_auto_lock', () => {
  it('locks after the given minutes without activity, and stores them', async () => {
    const { call, clock, session, events } = await openFixture({ empty: true });
    await call('x_auto_lock', { minutes: 3 });
    await clock.advance(3 * MINUTE - 1);
    expect(session.open).toBeDefined();
    await clock.advance(1);
    expect(session.open).toBeUndefined();
    await expect.poll(() => events()).toContain('closed');
    await call('open_wallet', { filename: NAME, password: PASSWORD });
    expect(session.wallet.state.settings.autoLockMinutes).toBe(3);
    await clock.advance(3 * MINUTE);
    expect(session.open).toBeUndefined();
  });
  it('never locks at 0', async () => {
    const { call, clock, session } = await openFixture({ empty: true });
    await call('x_auto_lock', { minutes: 0 });
    await clock.advance(10_000 * MINUTE);
    expect(session.open).toBeDefined();
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_auto_lock', { minutes: 5 })).toMatchObject({ code: -13 });
  });
});
