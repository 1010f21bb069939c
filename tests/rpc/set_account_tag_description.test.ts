import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('set_account_tag_description', () => {
  it("stores a tag's description", async () => {
    const { call } = await openFixture();
    await call('tag_accounts', { tag: 'x', accounts: [0] });
    await call('set_account_tag_description', { tag: 'x', description: 'Everything else' });
    const { account_tags } = await call('get_account_tags');
    expect(account_tags?.[0]?.label).toBe('Everything else');
  });
  it('refuses a tag that no account has', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('set_account_tag_description', { tag: 'x' })).toMatchObject({ code: -1 });
  });
});
