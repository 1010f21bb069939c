/** Each call of the light-wallet protocol: its answer, in the published form, and what hostile requests get. */
import { afterEach, describe, expect, it } from 'vitest';
import { expectForm } from '../../../support/light-wallet/forms.ts';
import {
  ADDRESS,
  HEIGHT,
  OTHER_ADDRESS,
  startLightServer,
  VIEW_KEY,
  type LightServerOptions,
} from '../../../support/light-wallet/light-server.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
const start = async (options?: LightServerOptions) => {
  const server = await startLightServer(options);
  stops.push(server.stop);
  return server;
};
const LOGIN = { create_account: true, generated_locally: true };
/** A server on which the account is active. */
const withAccount = async (options?: LightServerOptions) => {
  const server = await start(options);
  await server.ask('/login', LOGIN);
  return server;
};
/** The answer, which must have the published form. */
const answered = async (server: Awaited<ReturnType<typeof start>>, path: string, more?: object) => {
  const { status, body } = await server.ask(path, more);
  expect([path, status, body]).toEqual([path, 200, body]);
  expectForm(path, body);
  return body;
};

describe('login', () => {
  it('makes an account at the tip of the chain, and knows it from then on', async () => {
    const server = await start();
    const made = { generated_locally: true, start_height: HEIGHT + 2, lookahead: { maj_i: 0, min_i: 0 } };
    expect(await answered(server, '/login', LOGIN)).toEqual({ new_address: true, ...made });
    expect(await answered(server, '/login', { ...LOGIN, generated_locally: false })).toEqual({
      new_address: false,
      ...made,
    });
    expect(server.log).toEqual([`create ${HEIGHT + 2}`, 'open active']);
  });
  it('makes one account for two requests at once', async () => {
    const server = await start();
    await Promise.all([server.ask('/login', LOGIN), server.ask('/login', LOGIN)]);
    expect(server.accounts.all()).toHaveLength(1);
    expect(server.log.filter((line) => line.startsWith('create'))).toHaveLength(1);
  });
  it('makes none without being asked, with another view key, or with too many subaddresses', async () => {
    const server = await start();
    expect((await server.ask('/login', { ...LOGIN, create_account: false })).status).toBe(403);
    expect((await server.ask('/login', { ...LOGIN, view_key: 'cd'.repeat(32) })).status).toBe(403);
    expect(
      (await server.ask('/login', { ...LOGIN, lookahead: { maj_i: 4_000_000_000, min_i: 1 } })).status,
    ).toBe(409);
    expect(server.accounts.all()).toEqual([]);
  });
  it('lets a new account wait for the administrator, who may hide it again', async () => {
    const server = await start({ accepts: { creation: false, rescans: false } });
    expect((await answered(server, '/login', LOGIN))['new_address']).toBe(true);
    expect((await server.ask('/get_address_info')).status).toBe(403);
    expect((await server.ask('/login', LOGIN)).status).toBe(403);
    await server.administration.accept('create', ADDRESS);
    expect((await answered(server, '/login', LOGIN))['new_address']).toBe(false);
    await server.administration.setStatus(ADDRESS, 'hidden');
    expect((await server.ask('/login', LOGIN)).status).toBe(403);
    expect(server.log.slice(1)).toEqual(['open active', 'stop']);
  });
});

describe('what an account has', () => {
  it('is its balance, with all that may have been spent', async () => {
    const server = await withAccount();
    expect(await answered(server, '/get_address_info')).toEqual({
      ...{ locked_funds: '0', total_received: '7', total_sent: '7' },
      ...{ scanned_height: HEIGHT - 1, scanned_block_height: HEIGHT - 1, start_height: HEIGHT + 2 },
      ...{ transaction_height: HEIGHT + 1, blockchain_height: HEIGHT + 1, lookahead: { maj_i: 0, min_i: 0 } },
      spent_outputs: [
        {
          ...{
            amount: '7',
            key_image: '99'.repeat(32),
            tx_pub_key: 'c1'.repeat(32),
            out_index: 1,
            mixin: 15,
          },
          sender: { maj_i: 0, min_i: 0 },
        },
      ],
    });
  });
  it('is its history, payments in the pool at the end', async () => {
    const server = await withAccount();
    const { transactions } = await answered(server, '/get_address_txs');
    expect(transactions).toMatchObject([
      {
        id: 0,
        total_received: '7',
        total_sent: '0',
        timestamp: '2023-11-14T22:13:20Z',
        payment_id: '1234567890abcdef',
      },
      { id: 1, total_received: '0', total_sent: '7', unlock_time: 18446744073709551615n },
      { id: 2, total_received: '2', mempool: true },
    ]);
  });
  it('is its outputs, with the fees of the node', async () => {
    const server = await withAccount();
    const all = { amount: '0', mixin: 15, use_dust: true };
    expect(await answered(server, '/get_unspent_outs', all)).toMatchObject({
      ...{ per_byte_fee: '20', fee_mask: '10000', fees: [20, 80, 320, 4000], amount: '7' },
      outputs: [{ global_index: '30', spend_key_images: ['99'.repeat(32)], tx_prefix_hash: 'f1'.repeat(32) }],
    });
    const dust = { ...all, use_dust: false, dust_threshold: '8' };
    expect((await answered(server, '/get_unspent_outs', dust))['outputs']).toEqual([]);
    expect((await server.ask('/get_unspent_outs', { ...all, amount: '8' })).status).toBe(400);
  });
  it('includes subaddresses as soon as the client asks for them', async () => {
    const server = await withAccount();
    const three = [{ key: 0, value: [[3, 3]] }];
    expect(await answered(server, '/upsert_subaddrs', { subaddrs: three })).toEqual({
      new_subaddrs: three,
      all_subaddrs: three,
    });
    expect(await answered(server, '/get_address_info')).toMatchObject({
      total_received: '12',
      locked_funds: '5',
    });
    expect(await answered(server, '/upsert_subaddrs', { subaddrs: three, get_all: false })).toEqual({
      new_subaddrs: [],
    });
  });
});

describe('subaddresses', () => {
  it('that are provisioned are given to one client alone', async () => {
    const server = await withAccount();
    const given = await Promise.all(
      [1, 2].map(() => answered(server, '/provision_subaddrs', { n_min: 10, get_all: false })),
    );
    expect(given.map(({ new_subaddrs }) => new_subaddrs)).toEqual([
      [{ key: 0, value: [[0, 9]] }],
      [{ key: 0, value: [[10, 19]] }],
    ]);
    expect(await answered(server, '/get_subaddrs')).toMatchObject({
      all_subaddrs: [{ key: 0, value: [[0, 19]] }],
    });
  });
  it('are known to a wallet that was closed before it reads on', async () => {
    const server = await withAccount();
    await server.administration.setStatus(ADDRESS, 'inactive');
    await answered(server, '/provision_subaddrs', { n_min: 10, get_all: false });
    expect(server.log.slice(-3)).toEqual(['stop', 'open inactive', 'widen']);
  });
  it('are refused when they are too many, or not said', async () => {
    const server = await withAccount();
    const status = async (path: string, more: object) => (await server.ask(path, more)).status;
    expect(await status('/provision_subaddrs', {})).toBe(400);
    expect(await status('/provision_subaddrs', { n_maj: 4_000_000_000, n_min: 4_000_000_000 })).toBe(409);
    expect(await status('/upsert_subaddrs', { subaddrs: [{ key: 0, value: [[0, 4_294_967_295]] }] })).toBe(
      409,
    );
    expect(await status('/upsert_subaddrs', { subaddrs: [{ key: 0, value: [[5, 4]] }] })).toBe(400);
    expect(await status('/upsert_subaddrs', { subaddrs: [{ key: '__proto__', value: [[0, 1]] }] })).toBe(400);
    expect(await status('/upsert_subaddrs', { subaddrs: { key: 0 } })).toBe(400);
    expect((await answered(server, '/get_subaddrs'))['all_subaddrs']).toEqual([]);
  });
});

describe('import_request', () => {
  it('scans from a lower height at once where the flags let it, under both names', async () => {
    const server = await withAccount();
    for (const path of ['/import_request', '/import_wallet_request'])
      expect(await answered(server, path, { from_height: 10 })).toMatchObject({
        new_request: path === '/import_request',
        request_fulfilled: true,
      });
    expect(server.log.slice(2)).toEqual(['stop', 'recreate 10', 'open active']);
  });
  it('waits for the administrator otherwise', async () => {
    const server = await start({ accepts: { creation: true, rescans: false } });
    await server.ask('/login', LOGIN);
    const waits = { request_fulfilled: false, status: 'Waiting for approval' };
    expect(await answered(server, '/import_request')).toMatchObject({ new_request: true, ...waits });
    expect(await answered(server, '/import_request')).toMatchObject({ new_request: false, ...waits });
    await server.administration.reject('import', ADDRESS);
    await expect(server.administration.accept('import', ADDRESS)).rejects.toThrow('no such request');
    expect(await answered(server, '/import_request')).toMatchObject({ new_request: true, ...waits });
    await server.administration.accept('import', ADDRESS);
    expect(await answered(server, '/import_request')).toMatchObject({
      request_fulfilled: true,
      status: 'Approved',
    });
  });
});

describe('calls that concern no account', () => {
  it('give decoys, none for clear amounts, and within limits', async () => {
    const server = await start();
    const { amount_outs } = await answered(server, '/get_random_outs', {
      count: 16,
      amounts: ['0', 0, '70'],
    });
    expect((amount_outs as { outputs: unknown[] }[]).map(({ outputs }) => outputs.length)).toEqual([
      16, 16, 0,
    ]);
    for (const more of [
      { count: 21, amounts: ['0'] },
      { count: 11, amounts: Array.from({ length: 151 }, () => '0') },
      { count: -1, amounts: [] },
      { count: 11, amounts: ['-1'] },
      { count: 11, amounts: ['18446744073709551616'] },
      { count: 11, amounts: [0.5] },
      { count: 11, amounts: 'all' },
    ])
      expect([more, (await server.ask('/get_random_outs', more)).status]).toEqual([more, 400]);
  });
  it('relay a transaction', async () => {
    const server = await start();
    expect(await answered(server, '/submit_raw_tx', { tx: '02' })).toEqual({ status: 'OK' });
    for (const tx of ['00', '01', 5, undefined])
      expect((await server.ask('/submit_raw_tx', { tx })).status).toBe(400);
  });
  it('tell what the server is, also to GET', async () => {
    const server = await start();
    expect(await (await fetch(`${server.url}/get_version`)).json()).toEqual(
      await answered(server, '/get_version'),
    );
  });
  it('say that the node is away', async () => {
    const away = () => Promise.reject(new Error('a bug'));
    const server = await start({ node: { tip: away } });
    expect((await server.ask('/get_version')).status).toBe(500);
    expect(server.log).toEqual(['POST /get_version: a bug']);
  });
});

// threat: other-wallets
describe('a view key', () => {
  it('opens its own account alone, and a wrong one costs its caller more', async () => {
    const server = await withAccount();
    const status = async (address: string, view_key: string) =>
      (await server.post('/get_address_info', { address, view_key })).status;
    expect(await status(ADDRESS, VIEW_KEY)).toBe(200);
    expect(await status(ADDRESS, 'cd'.repeat(32))).toBe(403);
    // Right keys of an address that has no account look the same as wrong ones.
    expect(await status(OTHER_ADDRESS, VIEW_KEY)).toBe(403);
    expect(server.costs.slice(1)).toEqual([1, 1, 10, 1]);
  });
  it('must be written as one', async () => {
    const server = await withAccount();
    for (const [address, view_key] of [
      [ADDRESS, VIEW_KEY.slice(1)],
      [ADDRESS, `${VIEW_KEY}00`],
      [ADDRESS, 'g'.repeat(64)],
      [ADDRESS, [VIEW_KEY]],
      [ADDRESS.slice(1), VIEW_KEY],
      ['0'.repeat(95), VIEW_KEY],
      [{}, VIEW_KEY],
      [undefined, undefined],
    ])
      expect((await server.post('/get_address_info', { address, view_key })).status).toBe(400);
  });
});
