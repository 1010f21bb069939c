/** The HTTP of the light-wallet server: who may call, how often, and what is no request. */
import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLimits } from '../../../../src/server/light-wallet/limits.ts';
import { startLightServer, type LightServerOptions } from '../../../support/light-wallet/light-server.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
const start = async (options?: LightServerOptions) => {
  const server = await startLightServer(options);
  stops.push(server.stop);
  return server;
};

describe('a request', () => {
  it('must be JSON to a known path, with POST', async () => {
    const { url, post } = await start();
    const status = async (answer: Promise<Response>) => (await answer).status;
    expect(await status(post('/get_version', '{}'))).toBe(200);
    expect(await status(post('/get_version', '{'))).toBe(400);
    expect(await status(post('/get_version', '[]'))).toBe(400);
    expect(await status(post('/nothing', {}))).toBe(404);
    expect(await status(post('/toString', {}))).toBe(404);
    expect(await status(post('/feed', {}))).toBe(501);
    expect(await status(fetch(`${url}/login`))).toBe(405);
    expect(await status(post('/login', {}, { 'Content-Type': 'text/plain' }))).toBe(415);
  });
  it('has a length that fits its call', async () => {
    const { post } = await start();
    const response = await post('/login', { address: 'x'.repeat(3000) });
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: 'The request is too long, or there are too many' },
    ]);
    expect((await post('/submit_raw_tx', { tx: '00'.repeat(100_000) })).status).toBe(200);
  });
});

// threat: foreign-request
describe('a page', () => {
  const origin = 'https://wallet.example';
  const preflight = async (url: string) =>
    fetch(`${url}/login`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
  it('may call when a flag names it', async () => {
    const { url, post } = await start({ origins: [origin] });
    const answer = await post('/get_version', {}, { Origin: origin });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    expect((await preflight(url)).headers.get('access-control-allow-headers')).toBe('Content-Type');
    // The page must be able to read a refusal.
    const refusal = await post('/login', {}, { Origin: origin });
    expect([refusal.status, refusal.headers.get('access-control-allow-origin')]).toEqual([400, origin]);
  });
  it('is refused otherwise, and so is a name that points to this machine', async () => {
    const { url, post } = await start({ origins: ['https://other.example'] });
    expect((await post('/get_version', {}, { Origin: origin })).status).toBe(403);
    expect((await preflight(url)).headers.get('access-control-allow-origin')).toBeNull();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
        socket.write('GET /get_version HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
      );
      socket.setEncoding('utf8').on('data', (text: string) => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });
});

// threat: server-floods
describe('a refused web socket', () => {
  const HEAD = ['GET /nothing HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'];
  const ask = async (url: string) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    // Before the server's: it waits for its connections.
    stops.unshift(() => Promise.resolve(void socket.destroy()));
    await once(socket, 'connect');
    socket.write([...HEAD, '', ''].join('\r\n'));
    return socket;
  };
  it('does not stay connected when its client keeps its side open', async () => {
    const socket = await ask((await start()).url);
    const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    // A closed connection answers what is sent to it with a reset.
    const sending = setInterval(() => socket.write('x'), 50);
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(sending);
  });
  it('does not end the server when its client resets the connection', async () => {
    const { url, post } = await start();
    const socket = await ask(url);
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await post('/get_version', {})).status).toBe(200);
  });
});
// threat: server-floods
describe('a client that does not read its answer', () => {
  it('is disconnected after two minutes', async () => {
    const version = 'x'.repeat(64 << 20);
    const { url } = await start({ node: { tip: () => Promise.resolve({ height: 1, version }) } });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    stops.unshift(() => Promise.resolve(void socket.destroy()));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.pause();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answered = vi.spyOn(ServerResponse.prototype, 'writeHead');
    socket.write('GET /get_version HTTP/1.1\r\nHost: localhost\r\n\r\n');
    while (answered.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(120_000);
    vi.restoreAllMocks();
    vi.useRealTimers();
    let bytes = 0;
    socket.on('data', (part) => (bytes += part.length)).resume();
    await closed;
    expect(bytes).toBeLessThan(version.length);
  });
});
// threat: server-floods
describe('a caller', () => {
  it('gets 429 when its tokens are used up', async () => {
    const { post, costs } = await start({ tokens: (cost) => cost < 20 });
    expect((await post('/get_version', {})).status).toBe(200);
    const refused = await post('/login', { create_account: true });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(costs).toEqual([1, 20]);
  });
  it('gets tokens back with time, up to a bound, and apart from others', () => {
    let now = 0;
    const take = createLimits(() => now, { most: 10, perSecond: 1, privateFactor: 2 });
    expect(take('9.9.9.9', 10)).toBe(true);
    expect(take('9.9.9.9', 1)).toBe(false);
    expect(take('8.8.8.8', 10)).toBe(true);
    now = 3000;
    expect([take('9.9.9.9', 3), take('9.9.9.9', 1)]).toEqual([true, false]);
    now = 1_000_000;
    expect([take('9.9.9.9', 11), take('9.9.9.9', 10)]).toEqual([false, true]);
    // A proxy of the local network stands for several callers.
    expect([take('10.0.0.1', 20), take('10.0.0.1', 1)]).toEqual([true, false]);
    // One customer has a /64.
    expect([take('2001:db8::1', 10), take('2001:db8::2', 1)]).toEqual([true, false]);
  });
  it('that calls last is remembered, the others are forgotten at a bound', () => {
    const take = createLimits(() => 0, { most: 1, callers: 2 });
    expect(['1.1.1.1', '2.2.2.2', '3.3.3.3'].map((each) => take(each, 1))).toEqual([true, true, true]);
    expect([take('3.3.3.3', 1), take('1.1.1.1', 1)]).toEqual([false, true]);
  });
});
