import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, ownAddress, XMR } from '../support/rpc/fixture.ts';

describe('get_accounts', () => {
  it('lists the accounts with balances and first addresses', async () => {
    const { call } = await openFixture();
    const answer = await call('get_accounts');
    expect(answer.total_balance).toBe((164n * XMR) / 10n);
    expect(answer.total_unlocked_balance).toBe((149n * XMR) / 10n);
    expect(answer.subaddress_accounts).toEqual([
      {
        account_index: 0,
        base_address: ownAddress(0, 0),
        balance: (94n * XMR) / 10n,
        unlocked_balance: (79n * XMR) / 10n,
        label: 'Primary account',
        tag: '',
      },
      {
        account_index: 1,
        base_address: ownAddress(1, 0),
        balance: 7n * XMR,
        unlocked_balance: 7n * XMR,
        label: 'Savings',
        tag: '',
      },
    ]);
  });
  it("filters by a tag's name or a pattern", async () => {
    const { call, refusal } = await openFixture();
    await call('tag_accounts', { tag: 'cold', accounts: [1] });
    // The whole tag has to match one of the alternatives.
    expect(await refusal('get_accounts', { tag: 'col|xd', regexp: true })).toMatchObject({ code: -1 });
    const byName = await call('get_accounts', { tag: 'cold' });
    expect(byName.subaddress_accounts?.map(({ account_index }) => account_index)).toEqual([1]);
    const byPattern = await call('get_accounts', { tag: 'c.*d', regexp: true });
    expect(await call('get_accounts', { tag: 'c.*d', regex: true })).toEqual(byPattern);
    expect(byPattern.total_balance).toBe(7n * XMR);
  });
  // threat: other-wallets
  it('refuses patterns that could hold the thread, which other wallets share', async () => {
    const { call, refusal } = await openFixture();
    await call('tag_accounts', { tag: `${'a'.repeat(60)}!`, accounts: [1] });
    for (const tag of ['(a|aa)+', '(a*)*', '(a|aa)'.repeat(40), 'a?'.repeat(30), 'a*'.repeat(20)])
      expect(await refusal('get_accounts', { tag, regexp: true })).toMatchObject({
        code: -1,
        message: `No matches for regex filter ${tag} .`,
      });
    const { subaddress_accounts = [] } = await call('get_accounts', { tag: 'a*.*!', regexp: true });
    expect(subaddress_accounts.map(({ account_index }) => account_index)).toEqual([1]);
    await call('tag_accounts', { tag: 'a'.repeat(65), accounts: [1] });
    expect(await refusal('get_accounts', { tag: 'a+', regexp: true })).toMatchObject({ code: -1 });
  });
  it('refuses a tag that no account has', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('get_accounts', { tag: 'gone' })).toMatchObject({
      code: -1,
      message: 'Tag gone is unregistered.',
    });
    expect(await refusal('get_accounts', { tag: '(', regexp: true })).toMatchObject({
      code: -1,
      message: 'No matches for regex filter ( .',
    });
    expect(await openRpcSession().refusal('get_accounts')).toMatchObject({ code: -13 });
  });
});
