import { describe, expect, it } from 'vitest';
import { openFixture, openRpcSession } from '../support/rpc/fixture.ts';

describe('x_link', () => {
  it('is stored for the next wallet, too, and told to the open one', async () => {
    const { call, session } = await openFixture({ empty: true });
    await call('x_link', { link: 'metered' });
    expect(session.kept.link).toBe('metered');
    expect(await call('x_missing_blocks', {})).toMatchObject({ link: 'metered' });
  });
  it('needs no open wallet, and refuses other words', async () => {
    const { call, refusal } = openRpcSession();
    expect(await call('x_link', { link: 'free' })).toEqual({});
    expect(await refusal('x_link', { link: 'slow' as never })).toMatchObject({ code: -32602 });
  });
});
