import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('get_version', () => {
  it('returns major and minor version in one number, without a wallet', async () => {
    const { version, release } = await openRpcSession().call('get_version');
    expect(version >>> 16).toBe(1);
    expect(version & 0xffff).toBeGreaterThanOrEqual(28);
    expect(release).toBe(true);
  });
  it('accepts parameters of any shape, as the reference does', async () => {
    const { call } = openRpcSession();
    expect(await call('get_version', [1, 2] as never)).toEqual(await call('get_version'));
  });
});
