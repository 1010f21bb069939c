import { describe, expect, it } from 'vitest';
import { openRpcSession, ownAddress, PAYEE, txid, XMR } from '../support/rpc/fixture.ts';
import { openSiteFixture, SHOP } from '../support/rpc/site.ts';

const OTHER = 'https://other.example';

describe('x_site_request', () => {
  // threat: site-methods
  it('needs an open wallet and the origin of a web page', async () => {
    const request = { origin: SHOP, method: 'get_height', params: {} };
    expect(await openRpcSession().refusal('x_site_request', request)).toMatchObject({ code: -13 });
    const { refusal } = await openSiteFixture();
    for (const origin of [
      '',
      'null',
      'http://shop.example',
      'https://shop.example/',
      'file://',
      'https://a b',
    ])
      expect(await refusal('x_site_request', { ...request, origin })).toMatchObject({ fault: 'bad_origin' });
  });
  it('is refused in restricted mode', async () => {
    const { refusal } = await openSiteFixture({ dispatch: { restricted: true } });
    const request = { origin: SHOP, method: 'get_version', params: {} };
    expect(await refusal('x_site_request', request)).toMatchObject({ code: -7 });
  });
  it('answers a site without permissions with 4100, whatever it asks for', async () => {
    const { error, result } = await openSiteFixture();
    const refused = { code: 4100, message: 'This site has no permission for it' };
    for (const params of [{}, { account_index: 0 }, { account_index: 1 }, { account_index: 999 }])
      expect(await error('get_balance', params)).toEqual(refused);
    expect(await error('get_address')).toEqual(refused);
    expect(await error('validate_address', { address: PAYEE })).toEqual(refused);
    expect(await result('monero_getPermissions')).toEqual({});
  });
  it('asks the person before it connects a site', async () => {
    const { ask, call } = await openSiteFixture();
    expect(await ask('monero_requestPermissions', { read: true })).toMatchObject({
      kind: 'connect',
      origin: SHOP,
      learns: ['address', 'height', 'balance', 'history'],
      connect: { first: true, read: true, spend: false, network: 'mainnet' },
    });
    expect(await call('x_sites')).toEqual({});
  });
  it('gives each site an account of its own, which it calls 0', async () => {
    const { connect, result, call, wallet } = await openSiteFixture();
    const third = wallet.addressText({ major: 3, minor: 0 });
    const first = await connect();
    const second = await connect({}, undefined, OTHER);
    expect(first).toMatchObject({ identity: { account_index: 0, address: ownAddress(2, 0) }, read: [] });
    expect(second).toMatchObject({ identity: { account_index: 0, address: third } });
    expect(await result('get_address')).toMatchObject({ address: ownAddress(2, 0) });
    expect(await result('get_address', {}, OTHER)).toMatchObject({ address: third });
    const { subaddress_accounts = [] } = await call('get_accounts');
    expect(subaddress_accounts.map(({ label }) => label)).toEqual([
      'Primary account',
      'Savings',
      SHOP,
      OTHER,
    ]);
  });
  // threat: site-reads
  it('finds addresses of the own account alone', async () => {
    const { connect, result, error, wallet } = await openSiteFixture();
    await connect();
    expect(await result('create_address', { count: 2 })).toMatchObject({ address_indices: [1, 2] });
    expect(
      await result('get_address_index', { address: wallet.addressText({ major: 2, minor: 1 }) }),
    ).toEqual({
      index: { major: 0, minor: 1 },
    });
    // One of the person's addresses and one of another wallet give the same error.
    const own = await error('get_address_index', { address: ownAddress(0, 0) });
    expect(own).toEqual(await error('get_address_index', { address: PAYEE }));
    expect(own.code).toBe(-2);
  });
  // threat: site-reads
  it('reads granted accounts only, in numbers of the site, and without notes and labels', async () => {
    const { connect, result, error, node } = await openSiteFixture();
    node.answer();
    const granted = await connect({ read: true }, { read: true, accounts: [0] });
    expect(granted).toMatchObject({ read: [0, 1] });
    expect(await result('get_balance', { account_index: 0 })).toMatchObject({ balance: 0n });
    expect(await result('get_balance', { account_index: 1 })).toMatchObject({ balance: (94n * XMR) / 10n });
    const { subaddress_accounts } = await result('get_accounts');
    expect(subaddress_accounts).toMatchObject([
      { account_index: 0, label: SHOP },
      { account_index: 1, label: '' },
    ]);
    const history = await result('get_transfers', { in: true, out: true, account_index: 1 });
    expect(history.out).toMatchObject([{ txid: txid('paid'), note: '', subaddr_index: { major: 1 } }]);
    // All accounts are those of the grant: 7 XMR lie in another one.
    const all = await result('get_transfers', { in: true, all_accounts: true });
    expect((all.in as { txid: string }[]).map((each) => each.txid)).toEqual(
      ['five', 'three', 'two', 'one'].map(txid),
    );
    expect(await result('get_transfer_by_txid', { txid: txid('five'), account_index: 1 })).toMatchObject({
      transfer: { amount: 5n * XMR },
    });
    // 7 XMR lie in the account that was not granted.
    expect(await error('get_transfer_by_txid', { txid: txid('seven'), account_index: 1 })).toEqual(
      await error('get_transfer_by_txid', { txid: 'ab'.repeat(32), account_index: 1 }),
    );
    const { payments } = await result('get_bulk_payments');
    expect(
      JSON.stringify(payments, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v)),
    ).not.toContain(txid('seven'));
    const { transfers } = await result('incoming_transfers', { transfer_type: 'all', account_index: 1 });
    expect(transfers).toHaveLength(5);
    expect(transfers).toMatchObject([
      { key_image: '', subaddr_index: { major: 1, minor: 0 } },
      {},
      {},
      {},
      {},
    ]);
  });
  // threat: site-reads
  it('gives the same error for an account that was not granted and one that does not exist', async () => {
    const { connect, error } = await openSiteFixture();
    await connect({ read: true });
    for (const method of ['get_balance', 'get_transfers', 'incoming_transfers', 'get_transfer_by_txid'])
      for (const account_index of [1, 2, 999])
        expect(await error(method, { account_index }), method).toMatchObject({ code: 4100 });
  });
  it('answers error 4901, once the person agreed, to a site that asks for another network', async () => {
    const { ask, call } = await openSiteFixture();
    const { id, connect } = await ask('monero_requestPermissions', { network: 'stagenet' });
    expect(connect).toMatchObject({ wrong_network: 'stagenet', network: 'mainnet' });
    expect(await call('x_site_answer', { id, approve: true })).toMatchObject({ error: { code: 4901 } });
    expect(await call('x_sites')).toEqual({});
  });
  // threat: site-methods
  it('forgets what a site was granted when the site revokes it, and keeps the log', async () => {
    const { connect, result, error, call } = await openSiteFixture();
    await connect({ read: true });
    await result('get_balance');
    expect(await result('monero_revokePermissions')).toEqual({});
    expect(await error('get_balance')).toMatchObject({ code: 4100 });
    expect(await error('get_address')).toMatchObject({ code: 4100 });
    const { sites = [] } = await call('x_sites');
    expect(sites[0]).toMatchObject({ connected: false, account: 2 });
    expect(sites[0]?.log?.map(({ method }) => method)).toContain('get_balance');
  });
  // threat: site-consent
  it('lets five requests of a site wait, and refuses more', async () => {
    const { ask, error, call, refusal } = await openSiteFixture();
    const first = await ask('monero_requestPermissions');
    for (let i = 0; i < 4; i++) await ask('monero_requestPermissions');
    expect(await error('monero_requestPermissions')).toMatchObject({ code: -32005 });
    // Another site gets the place of the oldest one.
    await ask('monero_requestPermissions', {}, OTHER);
    expect(await refusal('x_site_answer', { id: first.id, approve: true })).toMatchObject({
      fault: 'unknown_request',
    });
    expect(await call('x_sites')).toEqual({});
  });
});
