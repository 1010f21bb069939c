import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('auto_refresh', () => {
  it('starts and stops automatic refresh, also without a wallet', async () => {
    const { call, session } = openRpcSession();
    expect(await call('auto_refresh', { period: 30 })).toEqual({});
    expect(session.refreshing).toBe(true);
    await call('auto_refresh', { enable: false });
    expect(session.refreshing).toBe(false);
  });
  it('refuses a period that is not a number', async () => {
    expect(await openRpcSession().refusal('auto_refresh', { period: 'often' as never })).toMatchObject({
      code: -32602,
      message: 'Invalid params',
    });
  });
});
