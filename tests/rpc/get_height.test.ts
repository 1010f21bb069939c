import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('get_height', () => {
  it('returns the number of scanned blocks', async () => {
    const { call } = await openFixture();
    expect(await call('get_height')).toEqual({ height: 1000 });
    expect(await call('getheight' as 'get_height')).toEqual({ height: 1000 });
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('get_height')).toMatchObject({ code: -13 });
  });
});
