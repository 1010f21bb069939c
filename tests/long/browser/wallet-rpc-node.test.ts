/** The server of `npm run wallet-rpc` with a real node, which sends no CORS headers, and a DNS resolver. */
import { createServer, type Server } from 'node:http';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dnsAnswer, txt } from '../../support/dns.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';

const DONATE =
  '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H';
const NAME = 'donate.getmonero.org';
const ELSEWHERE =
  '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm';

let chain: Regtest;
let resolver: Server;
let folder: ReturnType<typeof emptyFolder>;
let server: WalletServer;
/** The program of --tx-notify, and the file to which it appends each id. */
let program: ReturnType<typeof emptyFolder>;
const told = (): string => join(program.dir, 'told');
/** Whether the resolver's answers are proven by DNSSEC, and how many requests it got. */
const dns = { authenticated: true, asked: 0 };

beforeAll(async () => {
  folder = emptyFolder();
  program = emptyFolder();
  const script = join(program.dir, 'tell.mjs');
  writeFileSync(
    script,
    "import { appendFileSync } from 'node:fs'; appendFileSync(process.argv[2], `${process.argv[3]}\\n`);",
  );
  chain = await startRegtest();
  resolver = createServer((_req, res) => {
    dns.asked += 1;
    const { authenticated } = dns;
    const records = [txt(NAME, `oa1:xmr recipient_address=${DONATE}; recipient_name=Monero;`)];
    res.writeHead(200, { 'Content-Type': 'application/dns-message' });
    res.end(dnsAnswer({ name: NAME, authenticated, records }));
  });
  await new Promise<void>((resolve) => resolver.listen(0, '127.0.0.1', resolve));
  const { port } = resolver.address() as AddressInfo;
  server = await startServer([
    ...['--metrics-port', '0'],
    '--disable-rpc-login',
    ...['--wallet-dir', folder.dir],
    ...['--daemon-address', chain.url.replace('http://', '')],
    ...['--tx-notify', `${process.execPath} ${script} ${told()} %s`],
    ...['--openalias-doh', `http://127.0.0.1:${port}/dns-query`],
  ]);
  await server.call('create_wallet', { filename: 'mine', password: 'pw', language: 'English' });
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  resolver.close();
  await chain.dispose();
  folder.remove();
  program.remove();
});

describe('the wallet server with a node', () => {
  it('starts the program of --tx-notify with the id of a payment', async () => {
    const { address } = await server.call('get_address');
    await chain.mine(1, address as string);
    await server.call('refresh');
    const { in: received } = (await server.call('get_transfers', { in: true })) as unknown as {
      readonly in: readonly { readonly txid: string }[];
    };
    await expect
      .poll(() => existsSync(told()) && readFileSync(told(), 'utf8'))
      .toBe(`${received[0]!.txid}\n`);
  });

  it('tells its health and metrics: height, lag, node, calls and memory', async () => {
    await server.call('refresh');
    const read = async (path: string): Promise<string> =>
      (await fetch(`http://127.0.0.1:${server.metricsPort()}${path}`)).text();
    expect(JSON.parse(await read('/health'))).toMatchObject({
      status: 'ok',
      wallets: [{ answers: true, open: true, node: 'reachable', lag: 0 }],
    });
    const metrics = await read('/metrics');
    const valueOf = (name: string): number => Number(metrics.split(`\n${name} `)[1]?.split('\n')[0]);
    expect(valueOf('ostro_wallet_height')).toBe(await chain.height());
    expect(valueOf('ostro_node_height')).toBe(valueOf('ostro_wallet_height'));
    expect(valueOf('ostro_wallet_last_pass_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
    expect(valueOf('ostro_rpc_duration_seconds_count{method="refresh"}')).toBeGreaterThan(0);
    expect(valueOf('ostro_server_resident_bytes')).toBeGreaterThan(10_000_000);
    const { address } = await server.call('get_address');
    expect(metrics).not.toContain(address);
  });

  it('has the node of its flags as the only one of the list, and then that of set_daemon', async () => {
    const listed = async (): Promise<unknown> => {
      const { nodes, send, compare } = await server.call('x_nodes');
      expect({ send, compare }).toEqual({ send: '', compare: '' });
      return (nodes as { address: string; trusted: boolean }[]).map(({ address, trusted }) => ({
        address,
        trusted,
      }));
    };
    const own = { address: chain.url, trusted: true };
    expect(await listed()).toEqual([own]);
    await server.call('set_daemon', { address: 'http://127.0.0.1:1', trusted: false });
    expect(await listed()).toEqual([{ address: 'http://127.0.0.1:1', trusted: false }]);
    await server.call('set_daemon', own);
    expect(await listed()).toEqual([own]);
  });

  it('reads the chain, and pays to a name that DNSSEC proves', async () => {
    const { address } = (await server.call('get_address')) as { address: string };
    await chain.mine(5, address);
    // Enough blocks for a ring of unlocked outputs.
    await chain.mine(95, ELSEWHERE);
    // Automatic refresh may have scanned meanwhile.
    await server.call('refresh');
    expect(((await server.call('get_balance')) as { balance: number }).balance).toBeGreaterThan(0);
    dns.authenticated = true;
    const paid = await server.call('transfer', {
      destinations: [{ address: `donate@getmonero.org`, amount: 1e9 }],
    });
    const { out = [] } = (await (async () => {
      await chain.mine(1, ELSEWHERE);
      await server.call('refresh');
      return server.call('get_transfers', { out: true });
    })()) as { out?: { txid: string; destinations: { address: string }[] }[] };
    expect(out).toMatchObject([{ txid: paid['tx_hash'], destinations: [{ address: DONATE }] }]);
  });

  it('does not pay an address that DNSSEC does not prove', async () => {
    dns.authenticated = false;
    const destinations = [{ address: NAME, amount: 1e9 }];
    await expect(server.call('transfer', { destinations })).rejects.toThrow(
      `Invalid DNSSEC for ${NAME} (-2)`,
    );
    const { asked } = dns;
    await server.call('validate_address', { address: NAME });
    expect(dns.asked).toBe(asked);
    dns.authenticated = true;
    expect(await server.call('validate_address', { address: NAME, allow_openalias: true })).toMatchObject({
      valid: true,
      openalias_address: DONATE,
    });
  });

  it('scans without the spend key, and finds afterwards what was spent meanwhile', async () => {
    const custom = {
      background_sync_type: 'custom-background-password',
      wallet_password: 'pw',
      background_cache_password: 'reads',
    };
    await server.call('setup_background_sync', custom);
    for (const suffix of ['.background', '.background.keys'])
      expect(existsSync(join(folder.dir, `mine${suffix}`))).toBe(true);
    const { address } = (await server.call('get_address')) as { address: string };
    const before = (await server.call('get_balance')) as { balance: number };
    await server.call('start_background_sync');
    await expect(server.call('sweep_all', { address: ELSEWHERE })).rejects.toThrow('-52');
    await chain.mine(1, address);
    await server.call('refresh');
    expect(((await server.call('get_balance')) as { balance: number }).balance).toBeGreaterThan(
      before.balance,
    );
    await expect(server.call('stop_background_sync', { wallet_password: 'reads' })).rejects.toThrow('-22');
    await server.call('stop_background_sync', { wallet_password: 'pw' });
    const { transfers } = (await server.call('incoming_transfers', { transfer_type: 'all' })) as {
      transfers: { key_image: string }[];
    };
    expect(transfers.every(({ key_image }) => key_image.length === 64)).toBe(true);
    await server.call('setup_background_sync', { background_sync_type: 'off', wallet_password: 'pw' });
    expect(existsSync(join(folder.dir, 'mine.background'))).toBe(false);
  });

  it('reports that the node is gone, and continues when the node is back', async () => {
    await chain.stopDaemon();
    await expect(server.call('refresh')).rejects.toThrow('no connection to daemon (-38)');
    await chain.startDaemon();
    expect(await server.call('refresh')).toBeDefined();
  });
});
