import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('get_account_tags', () => {
  it('lists tags with descriptions and accounts, and omits the list when there are none', async () => {
    const { call } = await openFixture();
    expect(await call('get_account_tags')).toEqual({});
    await call('tag_accounts', { tag: 'family', accounts: [0, 1] });
    await call('set_account_tag_description', { tag: 'family', description: 'Ours' });
    expect(await call('get_account_tags', '')).toEqual({
      account_tags: [{ tag: 'family', label: 'Ours', accounts: [0, 1] }],
    });
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('get_account_tags')).toMatchObject({ code: -13 });
  });
});
