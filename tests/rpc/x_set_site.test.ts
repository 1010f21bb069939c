import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { NOW } from '../support/rpc/fixture.ts';
import { openSiteFixture, SHOP } from '../support/rpc/site.ts';

describe('x_set_site', () => {
  it('replaces the permissions of a site', async () => {
    const { connect, call, error, result } = await openSiteFixture();
    await connect({ read: true, spend: true });
    const budget = { amount: 7n, period: 'week', expires: NOW / 1000 + 100 };
    await call('x_set_site', { origin: SHOP, read: [1], spend: { account: 1, budget } });
    expect((await call('x_sites')).sites).toMatchObject([
      { read: [1], spend: { account: 1, budget: { ...budget, from: NOW / 1000, left: 7n } } },
    ]);
    // Its own account was taken out.
    expect(await error('get_balance')).toMatchObject({ code: 4100 });
    expect(await result('get_balance', { account_index: 1 })).toMatchObject({ balance: 7_000_000_000_000n });
    await call('x_set_site', { origin: SHOP });
    expect(await result('monero_getPermissions')).toMatchObject({ read: [] });
    expect(await result('monero_getPermissions')).not.toHaveProperty('spend');
  });
  it('gives nothing to a site that disconnects meanwhile', async () => {
    const { connect, call, session } = await openSiteFixture();
    await connect({ read: true });
    const { sites } = session.wallet;
    const left = sites.disconnect(SHOP);
    await expect(sites.setGrants(SHOP, { read: [1], spend: { account: 1 } })).rejects.toMatchObject({
      code: 'unknown_site',
    });
    await left;
    expect((await call('x_sites')).sites).toMatchObject([{ connected: false }]);
    expect((await call('x_sites')).sites![0]!.read ?? []).toEqual([]);
  });
  it('takes the answer of a running read away', async () => {
    const { connect, call, request, node, session } = await openSiteFixture();
    node.answer();
    await connect({ read: true });
    const held = deferred<undefined>();
    const asked = deferred<undefined>();
    vi.spyOn(session.wallet.sync, 'readPool').mockImplementation(async () => {
      asked.resolve(undefined);
      await held.promise;
    });
    const answer = request('get_transfers', { pool: true });
    await asked.promise;
    await call('x_set_site', { origin: SHOP });
    held.resolve(undefined);
    expect((await answer).done?.error).toMatchObject({ code: 4100 });
  });
  it('refuses unknown sites, accounts and budgets, and restricted mode', async () => {
    const { connect, refusal } = await openSiteFixture();
    expect(await refusal('x_set_site', { origin: SHOP })).toMatchObject({ fault: 'unknown_site' });
    await connect();
    expect(await refusal('x_set_site', { origin: SHOP, read: [7] })).toMatchObject({ code: -14 });
    expect(await refusal('x_set_site', { origin: SHOP, spend: { account: 7 } })).toMatchObject({ code: -14 });
    const budget = { amount: 0n, period: 'day', expires: NOW };
    expect(await refusal('x_set_site', { origin: SHOP, spend: { account: 0, budget } })).toMatchObject({
      fault: 'bad_budget',
    });
    const restricted = await openSiteFixture({ dispatch: { restricted: true } });
    expect(await restricted.refusal('x_set_site', { origin: SHOP })).toMatchObject({ code: -7 });
  });
});
