import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('stop_wallet', () => {
  it('closes the wallet, and its event has the reason', async () => {
    const { call, session } = await openFixture({ empty: true });
    const reasons: string[] = [];
    session.on('closed', ({ reason }) => reasons.push(reason));
    expect(await call('stop_wallet')).toEqual({});
    expect(reasons).toEqual(['stopped']);
    expect(session.open).toBeUndefined();
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('stop_wallet')).toMatchObject({ code: -13 });
  });
});
