/** The daemon module's requests over node:http: what arrives, on how many connections, and how each failure is told. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp, type Http } from '../../../src/daemon/http.ts';
import { readNodeAddress } from '../../../src/daemon/node-address.ts';
import { createNodeFetch, type NodeFetch } from '../../../src/nodejs/node-fetch.ts';
import { createLogin, type LoginCheck } from '../../../src/transport/http-login.ts';
import {
  breaksOff,
  floods,
  hangsUp,
  isSilent,
  says,
  stalls,
  startHostileNode,
} from '../../contract/daemon/hostile-node.ts';
import { faultOf, nodeWorld } from '../daemon/world.ts';

const opened: { readonly stop: () => unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});

const open = (sockets?: number): NodeFetch => {
  const made = createNodeFetch(sockets);
  opened.push(made);
  return made;
};
const serve = async (answer: RequestListener): Promise<{ readonly url: string; readonly server: Server }> => {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  opened.push({
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};
const httpTo = (address: string, { fetch } = open(), times = {}): Http =>
  createHttp({ ...nodeWorld({ pauses: 100, ...times }), fetch }, readNodeAddress({ address }));
const ask = (http: Http, maxBytes = 1 << 24): Promise<Uint8Array> =>
  http.send({ path: '/get_info', body: new Uint8Array(0), maxBytes, seconds: 60, idempotent: true });

describe('a request over node:http', () => {
  it('carries its body and its answer byte for byte, and no header that tells who asks', async () => {
    let seen: IncomingMessage | undefined;
    const { url } = await serve((req, res) => {
      seen = req;
      req.pipe(res.writeHead(200, { 'Content-Type': 'x/y' }));
    });
    const body = Uint8Array.from({ length: 3_000_000 }, (_, i) => i % 251);
    const answer = await open().fetch(`${url}/getblocks.bin`, { method: 'POST', body });
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), body)).toBe(0);
    expect(answer.headers.get('content-type')).toBe('x/y');
    expect(seen).toMatchObject({ url: '/getblocks.bin', method: 'POST' });
    expect(Object.keys(seen!.headers).toSorted()).toEqual(['connection', 'content-length', 'host']);
  });
  it('does not follow a redirect', async () => {
    const { url } = await serve((_req, res) => res.writeHead(302, { Location: '/elsewhere' }).end());
    const answer = await open().fetch(url, {});
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere']);
  });
  it.each([204, 304])('reads an answer %d, which has no body', async (status) => {
    const { url } = await serve((_req, res) => res.writeHead(status).end());
    expect((await open().fetch(url, {})).status).toBe(status);
  });
  it('uses its connections again, and never more than it may have', async () => {
    let connections = 0;
    let most = 0;
    const { url, server } = await serve((_req, res) => setImmediate(() => res.end('yes')));
    server.on('connection', (socket) => {
      most = Math.max(most, ++connections);
      socket.on('close', () => connections--);
    });
    const { fetch } = open(2);
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: 8 }, async () => (await fetch(url, {})).text()));
    expect([connections, most]).toEqual([2, 2]);
  });
  it('logs in once on a connection, as a node wants it that ties the nonce to the connection', async () => {
    const logins = new WeakMap<object, LoginCheck>();
    let refused = 0;
    const { url } = await serve((req, res) => {
      const login =
        logins.get(req.socket) ??
        createLogin({
          username: 'me',
          password: 'secret',
          md5: (text) => createHash('md5').update(text).digest('hex'),
          nonce: () => randomBytes(16).toString('base64'),
        });
      logins.set(req.socket, login);
      const challenges = login.check(req.method ?? '', req.headers.authorization);
      req.resume();
      if (!challenges) return res.end('in');
      refused += 1;
      return res.writeHead(401, { 'WWW-Authenticate': [...challenges] }).end('out');
    });
    const http = httpTo(url.replace('//', '//me:secret@'));
    for (let i = 0; i < 5; i++) expect(Buffer.from(await ask(http)).toString()).toBe('in');
    expect(refused).toBe(1);
    expect((await faultOf(ask(httpTo(url.replace('//', '//me:wrong@'))))).code).toBe('node_login');
  });
});

/** A node that writes these bytes for each request, then `more` again and again, and keeps the connection open. */
const writes = async (bytes: string, more = ''): Promise<string> => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(bytes);
      const timer = setInterval(() => more !== '' && socket.write(more), 5);
      socket.once('close', () => clearInterval(timer));
    });
    opened.push({ stop: () => socket.destroy() });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  opened.push({ stop: () => server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

// threat: malformed-input
describe('a request ends, by an answer or at the latest by its signal, when the node', () => {
  it.each([
    [
      'changes to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['says 101 alone', 'HTTP/1.1 101 S\r\n\r\n'],
    ['says 101 and sends bytes', 'HTTP/1.1 101 S\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n', 'PRI'],
    ['sends early answers without end', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 103 E\r\n\r\n'],
    ['says 100 and nothing more', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['sends a head without end', 'HTTP/1.1 200 OK\r\nA: ', 'b'],
    ['sends a body without end', 'HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n', 'b'],
    ['stops in its body', 'HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\nb'],
    ['sends nothing', ''],
  ])('%s', async (_, bytes, more = '') => {
    const url = await writes(bytes, more);
    const signal = AbortSignal.timeout(100);
    const answer = open()
      .fetch(url, { method: 'POST', body: '{}', signal })
      .then(async (response) => response.text());
    await expect(answer).rejects.toThrow(TypeError);
  });
  it('changes to another protocol, and another request to the same node is asked all the same', async () => {
    const url = await writes('HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
    const { fetch } = open(1);
    for (let i = 0; i < 3; i++) await expect(fetch(url, {})).rejects.toThrow('fetch failed');
  });
});

describe('a node that', () => {
  it.each([
    ['hangs up', hangsUp, 'node_unreachable'],
    ['closes the connection in the middle of its answer', breaksOff, 'bad_answer'],
    ['sends more than it may', floods, 'bad_answer'],
    ['never answers', isSilent, 'node_timeout'],
    ['stops in the middle of its answer', stalls, 'node_timeout'],
    ['answers a status that is none', says('', 999), 'node_unreachable'],
    ['redirects', says('', 302, { location: 'http://127.0.0.1:1/' }), 'node_http'],
  ] as const)('%s gives the fault %s', async (_, behaviour, code) => {
    await using node = await startHostileNode();
    node.behave(behaviour);
    // Short limits are for nodes that never answer.
    const times = code === 'node_timeout' ? { limits: 300 } : {};
    expect((await faultOf(ask(httpTo(node.address, open(), times)))).code).toBe(code);
    // The sockets buffered this much before the connection was closed.
    expect(node.sent).toBeLessThan(64 << 20);
  });
  it('is not there gives the fault node_unreachable', async () => {
    expect((await faultOf(ask(httpTo('http://127.0.0.1:1')))).code).toBe('node_unreachable');
  });
  it('answers plain text under https gives the fault node_tls', async () => {
    const { url } = await serve((_req, res) => res.end());
    expect((await faultOf(ask(httpTo(url.replace('http:', 'https:'))))).code).toBe('node_tls');
  });
  it('never answers does not hinder the caller from cancelling', async () => {
    await using node = await startHostileNode();
    node.behave(isSilent);
    const caller = new AbortController();
    const request = { path: '/x', body: new Uint8Array(0), maxBytes: 9, seconds: 60, idempotent: false };
    const cancelled = faultOf(httpTo(node.address).send(request, caller.signal));
    await expect.poll(() => node.asked.length, { interval: 5 }).toBe(1);
    caller.abort();
    expect((await cancelled).code).toBe('cancelled');
  });
});
