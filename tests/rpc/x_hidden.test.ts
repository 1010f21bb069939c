import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('x_hidden', () => {
  it("is stored in the app's settings, not in the wallet", async () => {
    const { call, session } = await openFixture({ empty: true });
    expect(await call('x_hidden', { hidden: true })).toEqual({});
    expect(session.kept.hidden).toBe(true);
    await call('x_hidden', { hidden: false });
    expect(session.kept.hidden).toBe(false);
  });
  it('does nothing when no wallet is open', async () => {
    expect(await openRpcSession().call('x_hidden', { hidden: true })).toEqual({});
  });
});
