/** Several wallets in one wallet server, with several clients each. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorization, readChallenge } from '../../../src/daemon/digest.ts';
import { createDigestCaller, type DigestCaller } from '../../support/digest-caller.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';

const WALLETS = 6;
const CLIENTS = 15;
/** How often each client makes its five calls. */
const ROUNDS = 20;

const nameOf = (n: number): string => `shop-${n}`;
const loginOf = (n: number): { username: string; password: string } => ({
  username: `user-${n}`,
  password: `secret ${n}`,
});
const fileOf = (n: number): { filename: string; password: string } => ({
  filename: nameOf(n),
  password: `pw ${n}`,
});

let chain: Regtest;
let folder: ReturnType<typeof emptyFolder>;
let server: WalletServer;
/** What --webhook-url gets. */
let receiver: Awaited<ReturnType<typeof receive>>;
const callers: DigestCaller[] = [];
const addresses: string[] = [];

const caller = (n: number, login = loginOf(n)): DigestCaller => {
  const made = createDigestCaller(server.port, `/wallet/${nameOf(n)}/json_rpc`, login);
  callers.push(made);
  return made;
};
const start = async (): Promise<void> => {
  server = await startServer([
    ...['--wallet-dir', join(folder.dir, 'wallets'), '--wallet-logins', join(folder.dir, 'logins')],
    ...['--daemon-address', chain.url.replace('http://', '')],
    ...['--webhook-url', receiver.url, '--webhook-secret-file', join(folder.dir, 'webhook.secret')],
  ]);
};

beforeAll(async () => {
  folder = emptyFolder();
  const lines = Array.from({ length: WALLETS }, (_, n) => {
    const { username, password } = loginOf(n);
    return `${nameOf(n)} ${username}:${password}`;
  });
  writeFileSync(join(folder.dir, 'logins'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder.dir, 'webhook.secret'), `whsec_${Buffer.alloc(32, 1).toString('base64')}\n`);
  receiver = await receive();
  chain = await startRegtest();
  await start();
});
afterAll(async () => {
  for (const each of callers) each.end();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  receiver.end();
  await chain.dispose();
  folder.remove();
});

describe('a wallet of a server with several', () => {
  it('is made and opened by its own caller, while the others are open', async () => {
    for (let n = 0; n < WALLETS; n++) {
      const { call } = caller(n);
      await call('create_wallet', { ...fileOf(n), language: 'English' });
      const { address } = await call('get_address');
      addresses.push(address as string);
      await call('set_attribute', { key: 'owner', value: nameOf(n) });
    }
    expect(new Set(addresses).size).toBe(WALLETS);
    for (let n = 0; n < WALLETS; n++) {
      await chain.mine(1, addresses[n]!);
      const { call } = caller(n);
      await call('refresh');
      const { in: received } = await call('get_transfers', { in: true });
      expect(received).toMatchObject([{ address: addresses[n] }]);
    }
  });

  it('has an event stream and webhooks of its own', async () => {
    for (let n = 0; n < WALLETS; n++) {
      const path = `/wallet/${nameOf(n)}/events`;
      const text = await readStream(path, loginOf(n));
      const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as Told);
      expect(events).not.toEqual([]);
      for (const each of events) expect(each).toMatchObject({ wallet: nameOf(n), address: addresses[n] });
      await expect(readStream(path, loginOf((n + 1) % WALLETS))).rejects.toThrow('HTTP 401');
    }
    await expect.poll(() => new Set(receiver.told.map(({ wallet }) => wallet)).size).toBe(WALLETS);
    for (const { wallet, address } of receiver.told)
      expect(address).toBe(addresses[Number(wallet.replace('shop-', ''))]);
  });

  // threat: other-wallets
  it('opens under its own file name only', async () => {
    const { call } = caller(0);
    for (const filename of [nameOf(1), 'other', `../${nameOf(1)}`])
      await expect(call('open_wallet', { ...fileOf(1), filename })).rejects.toThrow(/\(-\d+\)/);
    await expect(
      call('create_wallet', { ...fileOf(0), filename: 'other', language: 'English' }),
    ).rejects.toThrow('(-23)');
    expect(await caller(1).call('get_attribute', { key: 'owner' })).toEqual({ value: nameOf(1) });
    expect((await call('x_list_wallets').catch(() => ({ wallets: [] })))['wallets']).not.toContain(nameOf(1));
  });

  it('answers no other login, and neither does a path of no wallet', async () => {
    for (let n = 0; n < WALLETS; n++)
      await expect(caller(n, loginOf((n + 1) % WALLETS)).call('get_address')).rejects.toThrow('HTTP 401');
    for (const path of ['/json_rpc', '/wallet/none/json_rpc']) {
      const stranger = createDigestCaller(server.port, path, loginOf(0));
      await expect(stranger.call('get_version')).rejects.toThrow('HTTP 401');
      stranger.end();
    }
  });

  it('is ended by stop_wallet without the others, and opens again', async () => {
    const { call } = caller(0);
    expect(await call('stop_wallet')).toEqual({});
    await expect(call('get_address')).rejects.toThrow('(-13)');
    expect(await caller(1).call('get_address')).toMatchObject({ address: addresses[1] });
    await call('open_wallet', fileOf(0));
    expect(await call('get_address')).toMatchObject({ address: addresses[0] });
  });
});

it('clients of several wallets at once get the answers of their own wallet beside a scan', async () => {
  const read = async (n: number): Promise<void> => {
    const { call } = caller(n);
    for (let round = 0; round < ROUNDS; round++) {
      const { address } = await call('get_address', { account_index: 0 });
      expect(address).toBe(addresses[n]);
      await call('get_balance', { account_index: 0 });
      await call('get_height');
      expect(await call('get_attribute', { key: 'owner' })).toEqual({ value: nameOf(n) });
      const { in: received = [] } = await call('get_transfers', { in: true });
      for (const each of received as readonly { address: string }[]) expect(each.address).toBe(addresses[n]);
    }
  };
  /** One wallet reads the whole chain again and again while the others are read. */
  const readers = { ended: false };
  const scan = async (): Promise<void> => {
    const { call } = caller(WALLETS - 1);
    do await call('rescan_blockchain', { hard: false });
    while (!readers.ended);
  };
  const all = Promise.all(Array.from({ length: CLIENTS }, (_, i) => read(i % (WALLETS - 1))));
  await Promise.all([scan(), all.finally(() => (readers.ended = true))]);
});

it('the wallets of a killed server open again, each with what was answered', async () => {
  await caller(1).call('set_attribute', { key: 'late', value: 'answered' });
  server.child.kill('SIGKILL');
  await server.ended;
  await start();
  const { call } = caller(1);
  await call('open_wallet', fileOf(1));
  expect(await call('get_attribute', { key: 'late' })).toEqual({ value: 'answered' });
});

interface Told {
  readonly wallet: string;
  readonly address: string;
}
/** The receiver of webhooks; it takes each event. */
async function receive() {
  const told: Told[] = [];
  const http = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (part: string) => (body += part));
    req.on('end', () => {
      told.push(JSON.parse(body) as Told);
      res.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`;
  return { told, url, end: () => http.close().closeAllConnections() };
}

/** A stream's text up to the first event; rejects with `HTTP status`. */
async function readStream(path: string, login: ReturnType<typeof loginOf>): Promise<string> {
  const url = `http://127.0.0.1:${server.port}${path}`;
  const asked = (await fetch(url)).headers.get('www-authenticate');
  const request = { method: 'GET', uri: path, count: 1, cnonce: 'c' };
  const headers = { Authorization: authorization(login, readChallenge(asked)!, request) };
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
  let text = '';
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes('data: ')) break;
  }
  return text;
}
