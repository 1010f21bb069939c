import { beforeAll, describe, expect, it } from 'vitest';
import { NAME, ownAddress, txid, XMR } from '../support/rpc/fixture.ts';
import { openSiteFixture, SHOP } from '../support/rpc/site.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

beforeAll(useWasmKernel);
const grants = { read: true, spend: false, accounts: [1] };

describe('x_site_view', () => {
  it('shows a site its accounts by its own indices, the network and the height', async () => {
    const { connect, call } = await openSiteFixture();
    expect(await call('x_site_view', { origin: SHOP })).toEqual({ wallet: NAME });
    await connect({ read: true }, grants);
    expect(await call('x_site_view', { origin: SHOP })).toMatchObject({
      wallet: NAME,
      accounts: [ownAddress(2, 0), ownAddress(1, 0)],
      network: 'mainnet',
      height: (await call('get_height')).height,
    });
    await call('x_set_site', { origin: SHOP });
    expect((await call('x_site_view', { origin: SHOP })).accounts).toEqual([ownAddress(2, 0)]);
    await call('x_forget_site', { origin: SHOP });
    expect(await call('x_site_view', { origin: SHOP })).toEqual({ wallet: NAME });
  });
  // threat: site-reads
  it('shows transfers above a block, of the accounts that the site may read and no others', async () => {
    const { connect, call } = await openSiteFixture();
    await connect({ read: true }, grants);
    const from = async (from_height?: number) =>
      (await call('x_site_view', { origin: SHOP, ...(from_height !== undefined && { from_height }) }))
        .transfers;
    expect(await from()).toBeUndefined();
    expect(await from(250)).toBeUndefined();
    expect(await from(249)).toMatchObject([
      { txid: txid('seven'), type: 'in', amount: 7n * XMR, note: '', subaddr_index: { major: 1, minor: 0 } },
    ]);
    // Without the permission to read there are none.
    await call('x_set_site', { origin: SHOP });
    expect(await from(0)).toBeUndefined();
  });
  it('is not in the log of the site', async () => {
    const { connect, call } = await openSiteFixture();
    await connect();
    const before = await call('x_sites');
    await call('x_site_view', { origin: SHOP, from_height: 0 });
    expect(await call('x_sites')).toEqual(before);
  });
  it('refuses what is no origin, and restricted mode', async () => {
    const { refusal } = await openSiteFixture();
    expect(await refusal('x_site_view', { origin: 'null' })).toMatchObject({ fault: 'bad_origin' });
    const restricted = await openSiteFixture({ dispatch: { restricted: true } });
    expect(await restricted.refusal('x_site_view', { origin: SHOP })).toMatchObject({ code: -7 });
  });
});
