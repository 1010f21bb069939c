/** The command `ostro` on real sockets: who gets the page, who gets through the relay, and where the relay goes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttp } from '../../../../src/daemon/http.ts';
import { readNodeAddress } from '../../../../src/daemon/node-address.ts';
import { startCommand } from '../../../../src/server/command/command.ts';
import { readCommandFlags, type CommandFlags } from '../../../../src/server/command/flags.ts';
import { createCommandFetch } from '../../../../workers/command-fetch.ts';
import { projectRoot } from '../../../../scripts/tools/setup/setup.mjs';
import { startSocksProxy } from '../../../support/socks-proxy.ts';
import { faultOf, nodeWorld } from '../../daemon/world.ts';

const SELF = join(projectRoot, 'scripts/tools/app/self-signed.pem');
let root: string;
const stops: (() => unknown)[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ostro-command-'));
  writeFileSync(join(root, 'index.html'), '<!doctype html>the page');
  writeFileSync(join(root, 'manifest.webmanifest'), '{}');
});
afterAll(() => rmSync(root, { recursive: true }));
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
/** A request with exactly these headers, as a browser or another program would send it. */
const send = (
  port: number,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const host = `127.0.0.1:${port}`;
    const asked = request(
      { host: '127.0.0.1', port, path, method, headers: { host, ...headers }, agent: false },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (part: string) => (text += part));
        res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

const start = async (given: Partial<CommandFlags> = {}) => {
  const { address, stop } = await startCommand(root, {
    ...{ port: 0, proxy: undefined, proxyText: '', nodes: [], tls: undefined },
    ...given,
  });
  stops.push(stop);
  const pathOf = () => {
    const { pathname, search } = new URL(address());
    return pathname + search;
  };
  return { port: Number(new URL(address()).port), open: pathOf(), another: pathOf };
};
/** With the cookie that the token gives. */
const enter = async (given: Partial<CommandFlags> = {}) => {
  const { port, open } = await start(given);
  const { headers } = await send(port, open);
  return { port, open, cookie: headers['set-cookie']![0]!.split(';')[0]! };
};
/** The page's own requests to nodes, with its cookie. */
const relayed = async (given: Partial<CommandFlags> = {}) => {
  const { port, cookie } = await enter(given);
  const origin = `http://127.0.0.1:${port}`;
  const headed: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', cookie);
    headers.set('origin', origin);
    return fetch(url, { ...init, headers });
  };
  return createCommandFetch(`${origin}/by-command/`, headed);
};
const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(() => server.close());
  return (server.address() as AddressInfo).port;
};
const node = (answer: RequestListener): Promise<number> => listen(createServer(answer));

describe('the page of the command', () => {
  // threat: foreign-request
  it('is opened by a token that works once, which gives a cookie and leaves the address', async () => {
    const { port, open, another } = await start();
    const wrong = await send(port, `${open.slice(0, -1)}${open.endsWith('A') ? 'B' : 'A'}`);
    expect(wrong.status).toBe(401);
    const first = await send(port, open);
    expect(first.status).toBe(200);
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      new RegExp(`^ostro-${port}=[\\w-]{43}; Path=/by-command/; HttpOnly; SameSite=Strict$`),
    );
    expect(first.body).toContain('url=/by-command/"');
    expect(first.headers['cache-control']).toBe('no-store');
    const again = await send(port, open);
    expect(again.status).toBe(401);
    expect(again.headers['set-cookie']).toBeUndefined();
    // In the browser that is in already the address opens the page again.
    const own = { cookie: cookie.split(';')[0]! };
    expect(await send(port, open, { headers: own })).toMatchObject({ status: 200, body: first.body });
    const fresh = another();
    expect([(await send(port, fresh)).status, (await send(port, fresh)).status]).toEqual([200, 401]);
    const page = await send(port, '/by-command/', { headers: own });
    expect(page.body).toBe('<!doctype html>the page');
    expect(page.headers['content-security-policy']).toContain("connect-src 'self';");
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin');
  });
  // threat: foreign-request
  it('is refused without the cookie, and so is everything but the manifest', async () => {
    const { port } = await start();
    const guessed = { cookie: `ostro-${port}=${'A'.repeat(43)}` };
    for (const path of ['/by-command/', '/by-command/index.html', '/by-command/command.json', '/'])
      for (const headers of [{}, guessed]) expect((await send(port, path, { headers })).status).toBe(401);
    expect((await send(port, '/by-command/manifest.webmanifest')).body).toBe('{}');
  });
  // threat: foreign-request
  it('is refused under another host name, also with the cookie (DNS rebinding)', async () => {
    const { port, open, cookie } = await enter();
    for (const host of [`evil.example:${port}`, `localhost:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`]) {
      expect((await send(port, '/by-command/', { headers: { host, cookie } })).status).toBe(403);
      expect((await send(port, open, { headers: { host } })).status).toBe(403);
    }
  });
  // threat: foreign-request
  it('is refused to pages of other sites and of other ports, also with the cookie', async () => {
    const { port, cookie } = await enter();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${port + 1}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const path = '/by-command/node/http%3A%2F%2F127.0.0.1%3A1%2F';
      const all = { cookie, 'x-node-method': 'POST', ...headers };
      for (const method of ['GET', 'POST', 'OPTIONS'])
        expect((await send(port, path, { method, headers: all })).status).toBe(403);
      expect((await send(port, '/by-command/', { headers: all })).headers).not.toHaveProperty(
        'access-control-allow-origin',
      );
    }
    const post = { method: 'POST', headers: { cookie, 'x-node-method': 'POST' } };
    expect((await send(port, '/by-command/node/x', post)).status).toBe(403);
  });
  it('learns the proxy and the nodes of the command', async () => {
    const { port, cookie } = await enter({ proxyText: '127.0.0.1:9050', nodes: ['http://n:1'] });
    const facts = await send(port, '/by-command/command.json', { headers: { cookie } });
    expect(JSON.parse(facts.body)).toEqual({ proxy: '127.0.0.1:9050', nodes: ['http://n:1'] });
  });
  it('does not start on a port that is taken, since the wallets of a browser belong to the port', async () => {
    const { port } = await start();
    await expect(start({ port })).rejects.toThrow('belong to the port');
  });
});

describe('a request through the command', () => {
  it('reaches the node with its body, login and method, and brings status, headers and body back', async () => {
    const seen: { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders }[] =
      [];
    const port = await node((req, res) => {
      seen.push({ method: req.method, url: req.url, headers: req.headers });
      if (req.headers.authorization === undefined)
        return res.writeHead(401, { 'WWW-Authenticate': 'Digest realm="x"', 'Set-Cookie': 'a=b' }).end('no');
      return req.pipe(res);
    });
    const ask = await relayed();
    const refused = await ask(`http://127.0.0.1:${port}/get_info?a=b`, { method: 'POST', body: 'x' });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Digest realm="x"']);
    expect(refused.headers.get('set-cookie')).toBeNull();
    const body = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
    const answer = await ask(`http://127.0.0.1:${port}/x`, {
      method: 'POST',
      body,
      headers: { Authorization: 'Digest y' },
    });
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), body)).toBe(0);
    expect(seen.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/get_info?a=b'],
      ['POST', '/x'],
    ]);
    // The node learns neither the cookie nor the browser.
    expect(Object.keys(seen[1]!.headers).sort()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'host',
    ]);
  });
  it('does not follow a redirect', async () => {
    const port = await node((_req, res) => res.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end());
    expect((await (await relayed())(`http://127.0.0.1:${port}/`, { method: 'POST' })).status).toBe(302);
  });
  // threat: foreign-request
  it('goes to the nodes that the command names, and to no other', async () => {
    let others = 0;
    const [own, other] = [
      await node((_req, res) => res.end('own')),
      await node((_req, res) => res.end(`${++others}`)),
    ];
    const ask = await relayed({ nodes: [`http://127.0.0.1:${own}/xmr`] });
    expect(await (await ask(`http://127.0.0.1:${own}/xmr/get_info`, { method: 'POST' })).text()).toBe('own');
    for (const url of [
      `http://127.0.0.1:${other}/xmr/get_info`,
      `http://127.0.0.1:${own}/xmrs`,
      `http://127.0.0.1:${own}/xmr/../admin`,
      `http://127.0.0.1:${own}@127.0.0.1:${other}/xmr/`,
      'file:///etc/passwd',
    ])
      await expect(ask(url, { method: 'POST' })).rejects.toThrow('fetch failed');
    expect(others).toBe(0);
  });
  it('goes through the proxy, which looks up the name', async () => {
    const port = await node((req, res) => res.end(req.headers.host));
    const proxy = await startSocksProxy(() => port);
    stops.push(proxy.stop);
    const ask = await relayed({ proxy: { host: '127.0.0.1', port: proxy.port } });
    const answer = await ask('http://abcdef.onion:18081/get_info', { method: 'POST' });
    expect(await answer.text()).toBe('abcdef.onion:18081');
    expect(proxy.asked).toEqual(['abcdef.onion:18081']);
  });
  // threat: wrong-host
  it('is refused by name when the certificate has another fingerprint', async () => {
    const pem = readFileSync(SELF);
    let asked = 0;
    const port = await listen(createTlsServer({ key: pem, cert: pem }, (_req, res) => res.end(`${++asked}`)));
    const address = `https://127.0.0.1:${port}`;
    const flags = readCommandFlags([
      ...['--node', address, '--daemon-ssl-allowed-fingerprints', '00'.repeat(32)],
    ]) as CommandFlags;
    const ask = await relayed({ nodes: flags.nodes, tls: flags.tls });
    const http = createHttp({ ...nodeWorld(), fetch: ask }, readNodeAddress({ address }));
    const sent = http.send({
      path: '/x',
      body: new Uint8Array(0),
      maxBytes: 9,
      seconds: 9,
      idempotent: false,
    });
    const { code, data } = await faultOf(sent);
    expect(code).toBe('node_tls');
    expect((data as { why: string }).why).toMatch(
      /SHA-256 fingerprint [0-9a-f]{64} is not among the allowed ones/,
    );
    expect(asked).toBe(0);
  });
  it('tells a node that is away from a command that has ended or does not know the page', async () => {
    const away = readNodeAddress({ address: 'http://127.0.0.1:1' });
    const request = { path: '/x', body: new Uint8Array(0), maxBytes: 9, seconds: 9, idempotent: false };
    const fault = async (fetchIt: Awaited<ReturnType<typeof relayed>>) =>
      faultOf(createHttp({ ...nodeWorld(), fetch: fetchIt }, away).send(request));
    expect(await fault(await relayed())).toMatchObject({
      code: 'node_unreachable',
      data: { address: 'http://127.0.0.1:1' },
    });
    const { port } = await start();
    for (const base of [`http://127.0.0.1:${port}/by-command/`, 'http://127.0.0.1:1/by-command/'])
      expect(await fault(createCommandFetch(base))).toMatchObject({
        data: { hint: 'command_gone' },
      });
  });
  it('ends at the node when the page cancels it', async () => {
    let ended: () => void = () => undefined;
    const left = new Promise<void>((resolve) => (ended = resolve));
    let came: () => void = () => undefined;
    const here = new Promise<void>((resolve) => (came = resolve));
    const port = await node((req, res) => {
      res.on('close', ended);
      req.resume();
      came();
    });
    const caller = new AbortController();
    const ask = await relayed();
    const answer = ask(`http://127.0.0.1:${port}/`, { method: 'POST', signal: caller.signal });
    await here;
    caller.abort();
    await expect(answer).rejects.toThrow('abort');
    await left;
  });
});

describe('the command line of ostro', () => {
  it('is the usual port, any node and the browser, without flags', () => {
    expect(readCommandFlags([])).toEqual({
      ...{ port: 28088, open: true, proxy: undefined, proxyText: '', nodes: [], tls: undefined },
    });
    expect(readCommandFlags(['--proxy', '[::1]:9050', '--no-open', '--port', '0'])).toMatchObject({
      ...{ port: 0, open: false, proxyText: '[::1]:9050' },
    });
    // The page shows it.
    expect(readCommandFlags(['--proxy', 'socks5://me:secret@127.0.0.1:1'])).toMatchObject({
      proxyText: '127.0.0.1:1',
    });
  });
  it.each([
    [['--port', '70000'], '--port'],
    [['--proxy', 'tor:9050'], '--proxy must be'],
    [['--proxy', ''], '--proxy has an empty value'],
    [['--daemon-ssl-ca-certificates='], '--daemon-ssl-ca-certificates has an empty value'],
    [['--proxy', '1', '--proxy', '2'], '--proxy cannot be specified more than once'],
    [['--open', '--no-open'], 'contradict'],
    [['--node', 'n:1'], 'http:// or https://'],
    [['--daemon-ssl-allow-any-cert'], '--node https://'],
    [['--daemon-ssl-allow-any-cert', '--node', 'http://n:1'], '--node https://'],
    [['--nonsense'], '--nonsense'],
  ])('is refused: %j', (given, why) => {
    expect(() => readCommandFlags(given)).toThrow(why);
  });
});
