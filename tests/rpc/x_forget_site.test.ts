import { describe, expect, it } from 'vitest';
import { openSiteFixture, SHOP } from '../support/rpc/site.ts';

describe('x_forget_site', () => {
  it('deletes permissions and log, and keeps the account', async () => {
    const { connect, call, error } = await openSiteFixture();
    await connect({ read: true });
    await call('x_forget_site', { origin: SHOP });
    expect(await call('x_sites')).toEqual({});
    expect(await error('get_balance')).toMatchObject({ code: 4100 });
    const { subaddress_accounts = [] } = await call('get_accounts');
    expect(subaddress_accounts[2]).toMatchObject({ label: SHOP });
    // Connected again, the site gets another account, so that it does not recognise the person.
    await connect();
    expect((await call('x_sites')).sites).toMatchObject([{ account: 3 }]);
  });
  it('refuses an unknown site, and restricted mode', async () => {
    const { refusal } = await openSiteFixture();
    expect(await refusal('x_forget_site', { origin: SHOP })).toMatchObject({ fault: 'unknown_site' });
    const restricted = await openSiteFixture({ dispatch: { restricted: true } });
    expect(await restricted.refusal('x_forget_site', { origin: SHOP })).toMatchObject({ code: -7 });
  });
});
