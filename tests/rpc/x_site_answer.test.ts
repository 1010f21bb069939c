import { describe, expect, it } from 'vitest';
import { NOW } from '../support/rpc/fixture.ts';
import { openSiteFixture, SHOP } from '../support/rpc/site.ts';

const BUDGET = { amount: 5n, period: 'day', expires: NOW / 1000 + 1000 };

describe('x_site_answer', () => {
  // threat: site-consent
  it('answers 4001 when the person says no, and grants nothing', async () => {
    const { ask, call, refusal, error } = await openSiteFixture();
    const { id } = await ask('monero_requestPermissions');
    expect(await call('x_site_answer', { id, approve: false })).toEqual({
      error: { code: 4001, message: 'The person rejected the request' },
    });
    expect(await call('x_sites')).toEqual({});
    expect(await error('get_address')).toMatchObject({ code: 4100 });
    // A request is answered once.
    expect(await refusal('x_site_answer', { id, approve: true })).toMatchObject({ fault: 'unknown_request' });
  });
  // threat: site-session
  it('takes no answer from the window of another site', async () => {
    const { ask, call, refusal } = await openSiteFixture();
    const { id } = await ask('monero_requestPermissions');
    for (const approve of [true, false])
      expect(await refusal('x_site_answer', { id, origin: 'https://evil.example', approve })).toMatchObject({
        fault: 'unknown_request',
      });
    expect(await call('x_sites')).toEqual({});
    expect(await call('x_site_answer', { id, origin: SHOP, approve: true })).toHaveProperty('result');
  });
  it('drops a question without an entry in the log when the page asks it again', async () => {
    const { ask, call, connect, refusal } = await openSiteFixture();
    await connect();
    const log = async () => (await call('x_sites')).sites?.[0]?.log;
    const before = await log();
    const { id } = await ask('sign', { data: 'text' });
    await call('x_site_answer', { id, approve: false, again: true });
    expect(await log()).toEqual(before);
    expect(await refusal('x_site_answer', { id, approve: true })).toMatchObject({ fault: 'unknown_request' });
    const { id: next } = await ask('sign', { data: 'text' });
    await call('x_site_answer', { id: next, approve: false });
    expect(await log()).toMatchObject([...(before ?? []), { method: 'sign', outcome: 'rejected' }]);
  });
  it('grants what was asked, and no budget, when the person chooses nothing', async () => {
    const { connect, call } = await openSiteFixture();
    await connect({ read: true, budget: BUDGET });
    const { sites = [] } = await call('x_sites');
    expect(sites[0]).toMatchObject({ origin: SHOP, account: 2, read: [2], spend: { account: 2 } });
    expect(sites[0]?.spend?.budget).toBeUndefined();
  });
  it('says what the site may do already, and ends its budget when the person decides each payment', async () => {
    const { ask, connect, call } = await openSiteFixture();
    await connect({ budget: BUDGET }, { spend: true, pay_from: 1, budget: BUDGET });
    await call('x_set_site', { origin: SHOP, read: [1], spend: { account: 1, budget: BUDGET } });
    const first = await ask('monero_requestPermissions', { read: true, budget: BUDGET });
    expect(first.connect).toMatchObject({ account: 2, reads: [1], pays: 1 });
    await call('x_site_answer', { id: first.id, approve: false });
    await call('x_set_site', { origin: SHOP, spend: { account: 1, budget: BUDGET } });
    const { id } = await ask('monero_requestPermissions', { read: true, spend: true });
    const grants = { read: true, spend: true, pay_from: 1 };
    await call('x_site_answer', { id, approve: true, grants });
    const { sites = [] } = await call('x_sites');
    expect(sites[0]).toMatchObject({ read: [2], spend: { account: 1 } });
    expect(sites[0]?.spend).not.toHaveProperty('budget');
  });
  it("grants the person's choice", async () => {
    const { connect, call } = await openSiteFixture();
    const granted = await connect(
      { budget: BUDGET },
      { spend: true, pay_from: 0, budget: { ...BUDGET, amount: 3n } },
    );
    expect(granted).toMatchObject({ spend: { budget: { amount: 3n, period: 'day', left: 3n } } });
    const { sites = [] } = await call('x_sites');
    expect(sites[0]).toMatchObject({ spend: { account: 0, budget: { amount: 3n, spent: 0n, left: 3n } } });
  });
  it('refuses a budget that has expired or is of no known period, and accounts that do not exist', async () => {
    const { ask, refusal } = await openSiteFixture();
    for (const budget of [
      { ...BUDGET, expires: 1 },
      { ...BUDGET, period: 'year' },
      { ...BUDGET, amount: 0n },
    ]) {
      const { id } = await ask('monero_requestPermissions');
      expect(
        await refusal('x_site_answer', { id, approve: true, grants: { spend: true, budget } }),
      ).toMatchObject({ fault: 'bad_budget' });
    }
    const { id } = await ask('monero_requestPermissions');
    expect(await refusal('x_site_answer', { id, approve: true, grants: { accounts: [9] } })).toMatchObject({
      code: -14,
    });
  });
  it('is refused in restricted mode', async () => {
    const { refusal } = await openSiteFixture({ dispatch: { restricted: true } });
    expect(await refusal('x_site_answer', { id: '' })).toMatchObject({ code: -7 });
  });
});
