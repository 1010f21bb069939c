import { describe, expect, it } from 'vitest';
import { createMemoryBrowser } from '../../src/store/memory.ts';
import { change, put } from '../../src/wallet/state/state.ts';
import { NAME, NOW, openRpcSession, ownAddress, PASSWORD, XMR } from '../support/rpc/fixture.ts';
import { openSiteFixture, SHOP } from '../support/rpc/site.ts';

describe('x_sites', () => {
  it('lists the sites with their permissions and their log, the last used one first', async () => {
    const { connect, result, call, clock } = await openSiteFixture();
    await connect();
    await clock.advance(1000);
    await connect({}, undefined, 'http://localhost:8080');
    await clock.advance(1000);
    await result('get_height');
    const { sites = [] } = await call('x_sites');
    expect(sites.map(({ origin }) => origin)).toEqual([SHOP, 'http://localhost:8080']);
    expect(sites[0]).toEqual({
      origin: SHOP,
      connected: true,
      since: NOW / 1000,
      last_used: NOW / 1000 + 2,
      account: 2,
      address: ownAddress(2, 0),
      log: [
        { at: NOW / 1000, method: 'monero_requestPermissions', outcome: 'done' },
        { at: NOW / 1000 + 2, method: 'get_height', outcome: 'done' },
      ],
    });
  });
  it('finds them again when the wallet is opened again', async () => {
    const browser = createMemoryBrowser();
    const { connect, call } = await openSiteFixture({ browser });
    await connect({ read: true });
    const before = await call('x_sites');
    await call('close_wallet');
    const again = openRpcSession({ browser });
    await again.call('open_wallet', { filename: NAME, password: PASSWORD });
    expect(await again.call('x_sites')).toEqual(before);
  });
  it('shows what was spent in the present period', async () => {
    const { connect, call, wallet } = await openSiteFixture();
    const budget = { amount: XMR, period: 'day', expires: NOW / 1000 + 864_000 };
    await connect({}, { spend: true, pay_from: 0, budget });
    const site = wallet.state.tables.sites.get(SHOP)!;
    const spentAt = async (from: number) => {
      const spend = { ...site.spend!, budget: { ...site.spend!.budget!, from, spent: XMR / 4n } };
      await wallet.ledger.commit(change([put('sites', SHOP, { ...site, spend })]));
      return (await call('x_sites')).sites?.[0]?.spend?.budget;
    };
    expect(await spentAt(NOW / 1000)).toMatchObject({ spent: XMR / 4n, left: (3n * XMR) / 4n });
    expect(await spentAt(NOW / 1000 - 2 * 86_400)).toMatchObject({ spent: 0n, left: XMR });
  });
  it('is refused in restricted mode', async () => {
    const { refusal } = await openSiteFixture({ dispatch: { restricted: true } });
    expect(await refusal('x_sites')).toMatchObject({ code: -7 });
  });
});
