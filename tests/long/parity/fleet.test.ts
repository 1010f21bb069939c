/** Two servers with one database behind a plain balancer are one server for their callers, also while one of them is replaced. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS } from '../../../scripts/tools/app/funded-chain.ts';
import { authorization, readChallenge } from '../../../src/daemon/digest.ts';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';
import { startBalancer, type Balancer } from '../../support/balancer.ts';
import { createDigestCaller, type DigestCaller } from '../../support/digest-caller.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { until } from '../../support/until.ts';

const LOGIN = { username: 'alice', password: 'secret' };
const FILE = { filename: 'shop', password: 'pw' };
const folder = emptyFolder();
let postgres: TestPostgres;
let chain: Regtest;
let balancer: Balancer;
let caller: DigestCaller;
let flags: readonly string[];
const servers: WalletServer[] = [];
/** The ids of the events that the receiver of webhooks got, in order. */
const hooks: string[] = [];
const receiver = createServer((req, res) => {
  hooks.push(String(req.headers['webhook-id']));
  req.resume();
  res.end();
});

const start = async (): Promise<WalletServer> => {
  const server = await startServer(flags);
  servers.push(server);
  return server;
};
const running = (): readonly WalletServer[] =>
  servers.filter(({ child }) => child.exitCode === null && child.signalCode === null);
/** The ids of the events of a server's stream. */
const readIds = async (port: number, got: (id: string) => void, signal: AbortSignal): Promise<void> => {
  const path = '/wallet/shop/events';
  const url = `http://127.0.0.1:${port}${path}`;
  const { headers } = await fetch(url);
  const challenge = readChallenge(headers.get('www-authenticate'))!;
  const Authorization = authorization(LOGIN, challenge, { method: 'GET', uri: path, count: 1, cnonce: 'c' });
  const { body } = await fetch(url, { headers: { Authorization }, signal });
  try {
    for await (const part of body!.pipeThrough(new TextDecoderStream()))
      for (const [, id] of part.matchAll(/^id: (.*)$/gm)) got(id!);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
beforeAll(async () => {
  [postgres, chain] = await Promise.all([startPostgres(), startRegtest({ funded: true })]);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const [logins, secret] = [join(folder.dir, 'logins'), join(folder.dir, 'secret')];
  writeFileSync(logins, 'shop alice:secret\nother bob:secret', { mode: 0o600 });
  writeFileSync(secret, `whsec_${Buffer.alloc(32, 1).toString('base64')}`, { mode: 0o600 });
  flags = [
    ...['--wallet-store', await postgres.database(), '--wallet-logins', logins],
    ...['--inner-address', '127.0.0.1:0', '--metrics-port', '0'],
    ...['--daemon-address', chain.url, '--trusted-daemon', '--regtest', '--events'],
    ...['--webhook-url', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`],
    ...['--webhook-secret-file', secret],
  ];
  const [one, two] = [await start(), await start()];
  balancer = await startBalancer([one.port, two.port]);
  caller = createDigestCaller(balancer.port, '/wallet/shop/json_rpc', LOGIN);
});
afterAll(async () => {
  caller.end();
  balancer.stop();
  receiver.close();
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await Promise.all([postgres.stop(), chain.dispose()]);
  folder.remove();
});

const metric = async ({ metricsPort }: WalletServer, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort()}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1) ?? 0,
  );
};
const total = async (name: string): Promise<number> =>
  (await Promise.all(running().map((each) => metric(each, name)))).reduce((sum, value) => sum + value, 0);
const pay = (key: string) =>
  caller.call('transfer', { destinations: [{ address: FOREIGN_ADDRESS, amount: 1_000_000_000 }] }, key);

it('every server answers for the wallet that one of them has open, and metrics count each call once', async () => {
  await caller.call('restore_deterministic_wallet', { ...FILE, seed: FIRST_OWNER.seed, restore_height: 0 });
  await caller.call('refresh');
  for (const label of ['one', 'two', 'three', 'four'])
    await caller.call('create_address', { account_index: 0, label });
  for (let i = 0; i < 4; i++) {
    const { addresses } = await caller.call('get_address', { account_index: 0 });
    expect((addresses as readonly { readonly label: string }[]).map(({ label }) => label)).toEqual([
      ...['Primary account', 'one', 'two', 'three', 'four'],
    ]);
  }
  expect(await total('ostro_rpc_calls_total{method="create_address",result="ok"}')).toBe(4);
  expect(await total('ostro_wallet_open{wallet="shop"}')).toBe(1);
  for (const server of servers)
    expect(await metric(server, 'ostro_rpc_calls_total{method="get_address",result="ok"}')).toBeGreaterThan(
      0,
    );
});

it('a payment with a key is made once, whichever server gets it, and after its server was killed', async () => {
  const first = await pay('order 1');
  expect((await pay('order 1'))['tx_hash']).toBe(first['tx_hash']);
  const opens = await Promise.all(
    servers.map((server) => metric(server, 'ostro_wallet_open{wallet="shop"}')),
  );
  const owner = servers[opens.indexOf(1)]!;
  owner.child.kill('SIGKILL');
  await owner.ended;
  await caller.call('open_wallet', FILE);
  expect((await pay('order 1'))['tx_hash']).toBe(first['tx_hash']);
  const { tx_hashes: sent } = await chain.path('/get_transaction_pool_hashes');
  expect(sent).toEqual([first['tx_hash']]);
});

it('events reach a stream at each server, and the receiver of webhooks once', async () => {
  await start();
  balancer.use(running().map(({ port }) => port));
  const seen: string[] = [];
  const streams = new AbortController();
  for (const { port } of running()) void readIds(port, (id) => seen.push(`${port} ${id}`), streams.signal);
  const eventsAfter = async (since: string): Promise<readonly string[]> => {
    const { events = [] } = (await caller.call('x_events', { since })) as { events?: { id: string }[] };
    return events.map(({ id }) => id);
  };
  const before = (await eventsAfter('')).at(-1)!;
  const { tx_hash: paid } = await pay('order 2');
  await chain.mine(1, FOREIGN_ADDRESS);
  await until(
    async () =>
      ((await caller.call('get_transfer_by_txid', { txid: paid }))['transfer'] as { height: number }).height >
      0,
  );
  await until(async () => {
    const ids = await eventsAfter(before);
    return (
      ids.length > 0 &&
      ids.every((id) => hooks.includes(id) && running().every(({ port }) => seen.includes(`${port} ${id}`)))
    );
  });
  // A server that was killed may have sent an event without storing that it did; these came after.
  for (const id of await eventsAfter(before)) expect(hooks.filter((each) => each === id)).toHaveLength(1);
  expect(new Set(seen).size).toBe(seen.length);
  streams.abort();
});

it('servers are replaced one after the other, and nothing that was answered is lost', async () => {
  const { address } = await caller.call('create_address', { account_index: 0, label: 'before' });
  for (const old of running()) {
    const added = await start();
    const rest = running().filter((each) => each !== old);
    balancer.use(rest.map(({ port }) => port));
    old.child.kill('SIGTERM');
    expect(await old.ended).toBe(0);
    expect(rest).toContain(added);
    await caller.call('open_wallet', FILE);
  }
  const { addresses } = await caller.call('get_address', { account_index: 0 });
  expect(JSON.stringify(addresses)).toContain(JSON.stringify(address));
});
