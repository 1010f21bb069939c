import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('tag_accounts', () => {
  it("replaces an account's tag; a tag without accounts loses its description", async () => {
    const { call } = await openFixture();
    await call('tag_accounts', { tag: 'old', accounts: [1] });
    await call('set_account_tag_description', { tag: 'old', description: 'Before' });
    expect(await call('tag_accounts', { tag: 'new', accounts: [1] })).toEqual({});
    expect(await call('get_account_tags')).toEqual({
      account_tags: [{ tag: 'new', label: '', accounts: [1] }],
    });
    await call('tag_accounts', { tag: 'old', accounts: [1] });
    const { account_tags } = await call('get_account_tags');
    expect(account_tags?.[0]?.label).toBe('');
  });
  it('refuses an account that does not exist, and tags none', async () => {
    const { call, refusal } = await openFixture();
    expect(await refusal('tag_accounts', { tag: 'x', accounts: [0, 7] })).toMatchObject({
      code: -1,
      message: 'Account index out of bound',
    });
    expect(await call('get_account_tags')).toEqual({});
  });
});
