/** The relay between page and node, which needs no CORS: only for callers who know its path, and it adds nothing. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRelay, type Relay } from '../../../src/server/browser/relay.ts';

let relay: Relay;
let node: Server;
let own: Server;
let seen: IncomingMessage[];
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listen = (server: Server): Promise<Server> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
const through = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(urlOf(own) + relay.path + encodeURIComponent(url), init);

beforeEach(async () => {
  seen = [];
  relay = createRelay();
  node = await listen(
    createServer((req, res) => {
      seen.push(req);
      if (req.url === '/breaks') return res.socket?.destroy();
      if (req.url === '/login')
        return res.writeHead(401, { 'WWW-Authenticate': ['Digest a', 'Digest b'] }).end();
      return req.pipe(res.writeHead(200, { 'Content-Type': 'x/y', 'Set-Cookie': 'a=b' }));
    }),
  );
  own = await listen(
    createServer((req, res) => {
      if (!relay.handle(req, res)) res.writeHead(404).end();
    }),
  );
});
afterEach(() => {
  relay.stop();
  for (const server of [node, own]) {
    server.closeAllConnections();
    server.close();
  }
});

describe('the relay', () => {
  it('forwards a request and its answer byte for byte', async () => {
    const body = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
    const answer = await through(`${urlOf(node)}/getblocks.bin`, { method: 'POST', body });
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(body);
    expect(answer.headers.get('content-type')).toBe('x/y');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(seen[0]).toMatchObject({ url: '/getblocks.bin', method: 'POST' });
    expect(seen[0]!.headers.origin ?? seen[0]!.headers['user-agent']).toBeUndefined();
  });
  it('forwards a login in both directions', async () => {
    const answer = await through(`${urlOf(node)}/login`, { headers: { authorization: 'Digest c' } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Digest a, Digest b');
    expect(seen[0]!.headers.authorization).toBe('Digest c');
  });
  it('ends with an error when the node fails or is unreachable, or its address is invalid', async () => {
    for (const url of [`${urlOf(node)}/breaks`, 'http://127.0.0.1:1/', 'file:///etc/passwd', 'nonsense'])
      await expect(through(url), url).rejects.toThrow(TypeError);
  });
  it('refuses callers that do not know its path', async () => {
    for (const path of ['/', '/x/', relay.path.slice(0, -5) + 'abcd/'])
      expect((await fetch(urlOf(own) + path + encodeURIComponent(urlOf(node)))).status).toBe(404);
    expect(seen).toEqual([]);
    expect(createRelay().path).not.toBe(relay.path);
  });
});
