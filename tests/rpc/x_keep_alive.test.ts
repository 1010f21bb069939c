import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

const MINUTE = 60_000;

describe('x_keep_alive', () => {
  it("restarts the idle lock's time", async () => {
    const { call, clock, session } = await openFixture({ empty: true });
    await call('x_auto_lock', { minutes: 5 });
    await clock.advance(4 * MINUTE);
    expect(await call('x_keep_alive')).toEqual({});
    await clock.advance(4 * MINUTE);
    expect(session.open).toBeDefined();
    await clock.advance(MINUTE);
    expect(session.open).toBeUndefined();
  });
  it('does nothing when no wallet is open', async () => {
    expect(await openRpcSession().call('x_keep_alive')).toEqual({});
  });
});
