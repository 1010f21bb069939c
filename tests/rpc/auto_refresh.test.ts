import { describe, expect, it } from 'vitest';
import { openDesk } from '../support/rpc/fixture.ts';

describe('auto_refresh', () => {
  it('starts and stops automatic refresh, also without a wallet', async () => {
    const { call, session } = openDesk();
    expect(await call('auto_refresh', { period: 30 })).toEqual({});
    expect(session.refreshing).toBe(true);
    await call('auto_refresh', { enable: false });
    expect(session.refreshing).toBe(false);
  });
  it('refuses a period that is not a number', async () => {
    expect(await openDesk().refusal('auto_refresh', { period: 'often' as never })).toMatchObject({
      code: -32602,
      message: 'Invalid params',
    });
  });
});
