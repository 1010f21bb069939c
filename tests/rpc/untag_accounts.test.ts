import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('untag_accounts', () => {
  it('removes tags', async () => {
    const { call } = await openFixture();
    await call('tag_accounts', { tag: 'x', accounts: [0, 1] });
    expect(await call('untag_accounts', { accounts: [0] })).toEqual({});
    const { account_tags } = await call('get_account_tags');
    expect(account_tags?.[0]?.accounts).toEqual([1]);
  });
  it('refuses an account that does not exist', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('untag_accounts', { accounts: [7] })).toMatchObject({
      code: -1,
      message: 'Account index out of bound',
    });
  });
});
