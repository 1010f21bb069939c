/** GET /events of the wallet server: who gets a stream, what is in it, and what happens to a client that does not read. */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createEventFeed } from '../../../src/server/events/event-feed.ts';
import { createEventStreams, type EventStreams } from '../../../src/server/events/event-streams.ts';
import { createRpcServer } from '../../../src/server/http/server.ts';
import { startEvents } from '../../../src/server/events/start-events.ts';
import { createWallets } from '../../../src/server/wallets.ts';
import { authorization, readChallenge } from '../../../src/daemon/digest.ts';
import { createLogin, type LoginCheck } from '../../../src/transport/http-login.ts';
import { NAME, PASSWORD } from '../../support/rpc/fixture.ts';
import { openEventWallet } from './event-wallet.ts';
import { until as waitUntil } from '../../support/until.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** The port of a server with these streams. */
const listening = async (streams: EventStreams, login?: LoginCheck): Promise<number> => {
  const server = createRpcServer({
    route: (path) => ({ path, login, ask: () => Promise.resolve('{}'), streams }),
    port: 0,
    ip: '127.0.0.1',
    origins: ['https://shop.example'],
  });
  stops.push(() => server.stop());
  return server.listen();
};

interface Options {
  readonly login?: boolean;
  readonly restricted?: boolean;
  readonly limits?: Parameters<typeof createEventStreams>[0]['limits'];
}
const start = async ({ login = false, restricted = false, limits = {} }: Options = {}) => {
  const wallet = await openEventWallet();
  const check = login ? createLogin({ username: 'me', password: 'pw', md5, nonce: () => 'n' }) : undefined;
  const port = await listening(createEventStreams({ feed: wallet.feed, restricted, limits }), check);
  return { ...wallet, port };
};

/** A raw client; `until` resolves with all text so far when it has this part, or the connection has ended. */
const open = (port: number, path = '/events', ...headers: string[]) => {
  const socket: Socket = connect(port, '127.0.0.1');
  let text = '';
  let ended = false;
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      ended = true;
      resolve();
    }),
  );
  socket
    .on('error', () => undefined)
    .setEncoding('utf8')
    .on('data', (part: string) => (text += part));
  socket.write([`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'));
  stops.push(() => socket.destroy());
  const until = async (part: string | RegExp): Promise<string> => {
    const found = (): boolean => (typeof part === 'string' ? text.includes(part) : part.test(text));
    await waitUntil(() => found() || ended);
    return text;
  };
  return { socket, until, closed };
};
/** The events in a text of a stream. */
const eventsIn = (text: string) =>
  [...text.matchAll(/(?:id: (\S+)\n)?event: (\w+)\ndata: (.*)\n\n/g)].map(([, id, type, data]) => ({
    id,
    type,
    data: JSON.parse(data!) as { readonly id: string; readonly wallet: string; readonly amount: number },
  }));
const amountsIn = (text: string): readonly number[] => eventsIn(text).map(({ data }) => data.amount);

describe('GET /events', () => {
  it('sends the events of the list, then each new one', async () => {
    const { port, pay } = await start();
    await pay(1);
    const client = open(port);
    const head = await client.until('"amount":1');
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    expect(head).toContain('Content-Type: text/event-stream');
    expect(head).not.toContain('Access-Control-Allow-Origin');
    await pay(2);
    const [first, second] = eventsIn(await client.until('"amount":2'));
    expect(first).toMatchObject({
      id: first!.data.id,
      type: 'payment_seen',
      data: { wallet: NAME, amount: 1 },
    });
    expect(second!.data.amount).toBe(2);
  });

  it('sends an event at once that is written while the list is being read', async () => {
    const wallet = await openEventWallet();
    let reads = 0;
    const feed = createEventFeed({
      request: async (envelope) => {
        const answer = await wallet.request(envelope);
        reads += 1;
        if (reads === 1) {
          await wallet.pay(1);
          feed.wake();
        }
        return answer;
      },
    });
    const limits = { keepAliveMs: 3_600_000 };
    const port = await listening(createEventStreams({ feed, restricted: false, limits }));
    expect(amountsIn(await open(port).until('"amount":1'))).toEqual([1]);
  });

  it('goes on after Last-Event-ID or since, and says when events are gone', async () => {
    const { port, pay, call } = await start();
    for (let n = 1; n <= 3; n++) await pay(n);
    const { events = [] } = await call('x_events');
    const last = events[1]!.id;
    expect(amountsIn(await open(port, '/events', `Last-Event-ID: ${last}`).until('"amount":3'))).toEqual([3]);
    expect(amountsIn(await open(port, `/events?since=${last}`).until('"amount":3'))).toEqual([3]);
    const text = await open(port, '/events?since=00000000-1').until('"amount":3');
    expect(eventsIn(text).map(({ type, id }) => [type, id])).toEqual([
      ['gap', undefined],
      ...events.map(({ type, id }) => [type, id]),
    ]);
  });

  it('writes amounts as they are, also those that are no exact numbers in JavaScript', async () => {
    const { port, wallet, pay } = await start();
    await pay(1);
    const event = wallet.state.tables.events.get('1')!;
    const amount = 18_000_000_000_000_000_001n;
    await wallet.ledger.commit({
      puts: [{ table: 'events', key: '1', value: { ...event, amount } }],
      deletes: [],
    });
    expect(await open(port).until('\n\n')).toContain(`"amount":${amount},`);
  });

  it('keeps the connection while nothing happens or no wallet is open, and goes on with the next wallet', async () => {
    const { port, pay, call } = await start({ limits: { keepAliveMs: 20 } });
    await call('close_wallet');
    const client = open(port);
    await client.until(/: waiting[^]*: waiting/);
    await call('open_wallet', { filename: NAME, password: PASSWORD });
    await pay(1);
    await client.until('"amount":1');
    await call('create_wallet', { filename: 'Other', password: PASSWORD, language: 'English' });
    await call('x_record_events');
    await pay(2);
    expect(eventsIn(await client.until('"amount":2')).map(({ type, data }) => [type, data.wallet])).toEqual([
      ['payment_seen', NAME],
      ['payment_seen', 'Other'],
    ]);
  });

  // threat: other-wallets
  it('is refused without the login, to foreign hosts and pages, and to restricted callers', async () => {
    const { port } = await start({ login: true });
    const status = async (server: number, ...headers: string[]): Promise<string> =>
      (await open(server, '/events', ...headers).until('\r\n')).slice(9, 12);
    expect(await status(port)).toBe('401');
    const plain = await start();
    expect(await status(plain.port, 'Origin: https://evil.example', 'Content-Type: application/json')).toBe(
      '403',
    );
    expect(await status(plain.port, 'Sec-Fetch-Site: cross-site')).toBe('403');
    const socket = connect(plain.port, '127.0.0.1');
    stops.push(() => socket.destroy());
    socket.write('GET /events HTTP/1.1\r\nHost: evil.example\r\n\r\n');
    const [answer] = (await new Promise<Buffer>((resolve) => socket.once('data', resolve)))
      .toString()
      .split('\r\n');
    expect(answer).toBe('HTTP/1.1 403 Forbidden');
    const restricted = await start({ restricted: true });
    expect(await status(restricted.port)).toBe('403');
    const allowed = open(
      plain.port,
      '/events',
      'Origin: https://shop.example',
      'Content-Type: application/json',
    );
    expect(await allowed.until('\r\n\r\n')).toContain('Access-Control-Allow-Origin: https://shop.example');
    const post = await fetch(`http://127.0.0.1:${plain.port}/events`, { method: 'POST', body: '{}' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
  });

  // threat: other-wallets
  it('cuts off a client that does not read, and stores nothing for it', async () => {
    // More than the buffers of a connection hold.
    const COUNT = 4000;
    const { pay, feed, wallet } = await start();
    await pay(1);
    const event = wallet.state.tables.events.get('1')!;
    await wallet.ledger.commit({
      puts: Array.from({ length: COUNT }, (_, i) => ({
        table: 'events' as const,
        key: String(i + 1),
        value: { ...event, id: `00000000-${i + 1}`, txid: 'ab'.repeat(2500) },
      })),
      deletes: [],
    });
    const log = wallet.state.tables.eventLog.get('')!;
    await wallet.ledger.commit({
      puts: [{ table: 'eventLog', key: '', value: { ...log, next: COUNT + 1 } }],
      deletes: [],
    });
    let reads = 0;
    const read: typeof feed.read = (...args) => {
      reads += 1;
      return feed.read(...args);
    };
    const streams = createEventStreams({
      feed: { ...feed, read },
      restricted: false,
      limits: { slowMs: 100 },
    });
    const stream = { over: false };
    const port = await listening({
      ...streams,
      serve: (...args) => streams.serve(...args).finally(() => (stream.over = true)),
    });
    const client = open(port);
    client.socket.pause();
    await waitUntil(() => stream.over || reads >= COUNT / 100);
    expect(stream.over).toBe(true);
    expect(reads).toBeLessThan(COUNT / 100);
    client.socket.resume();
    await client.closed;
  });

  it('has a bounded number of streams, and a new one when another has ended', async () => {
    const { port, pay } = await start({ limits: { streams: 2 } });
    await pay(1);
    const [first, second] = [open(port), open(port)];
    for (const each of [first, second]) await each.until('"amount":1');
    expect(await open(port).until('\r\n')).toContain('503');
    first.socket.destroy();
    await first.closed;
    for (;;) if ((await open(port).until('\r\n')).includes(' 200 ')) break;
    await second.until('"amount":1');
  });

  it('ends with the server', async () => {
    const { port, pay } = await start();
    await pay(1);
    const client = open(port);
    await client.until('"amount":1');
    await stops.shift()!();
    // The last part of a whole answer, not a cut connection.
    expect((await client.until('\r\n0\r\n\r\n')).endsWith('\r\n0\r\n\r\n')).toBe(true);
  });
});

describe('GET /wallet/NAME/events', () => {
  const start = async (rules: boolean) => {
    const own = { a: await openEventWallet(), b: await openEventWallet() };
    const running = new Set(['a']);
    const events = new Map(
      Object.entries(own).map(([name, { request }]) => [
        name,
        startEvents(
          {
            eventRules: rules ? { confirmations: [1], low_balance: '0' } : undefined,
            webhook: undefined,
            restricted: false,
          },
          { name, request: (text) => (running.has(name) ? request(text) : Promise.resolve(undefined)) },
          () => undefined,
        ),
      ]),
    );
    const loginOf = (username: string): LoginCheck =>
      createLogin({ username, password: 'pw', md5, nonce: () => username });
    const { route } = createWallets({
      logins: new Map(['a', 'b'].map((name) => [name, loginOf(name)])),
      noLogin: loginOf('none'),
      open: () => Promise.reject(new Error('a stream starts no page')),
      say: () => undefined,
      streams: (name) => events.get(name)?.streams,
    });
    const server = createRpcServer({ route, port: 0, ip: '127.0.0.1', origins: [] });
    stops.push(() => server.stop());
    const port = await server.listen();
    let count = 0;
    const openAs = (name: string, path: string) => {
      const challenge = readChallenge(loginOf(name).check('GET', undefined)![0]!)!;
      const request = { method: 'GET', uri: path, count: ++count, cnonce: 'c' };
      const login = authorization({ username: name, password: 'pw' }, challenge, request);
      return open(port, path, `Authorization: ${login}`);
    };
    // A nonce is known after the server has sent it.
    const challenge = async (name: string): Promise<string> =>
      (await open(port, `/wallet/${name}/events`).until('\r\n')).slice(9, 12);
    expect([await challenge('a'), await challenge('b')]).toEqual(['401', '401']);
    const status = async (name: string, path: string): Promise<string> =>
      (await openAs(name, path).until('\r\n')).slice(9, 12);
    return { own, running, wake: () => events.get('b')!.wake(), openAs, status };
  };

  it('has the events of that wallet only, under the name that the server knows, while its page runs', async () => {
    const { own, running, wake, openAs } = await start(true);
    await own.a.pay(1);
    await own.b.pay(2);
    const namesIn = (text: string): unknown[] =>
      eventsIn(text).map(({ data: { wallet, amount } }) => [wallet, amount]);
    expect(namesIn(await openAs('a', '/wallet/a/events').until('"amount":'))).toEqual([['a', 1]]);
    const b = openAs('b', '/wallet/b/events?since=');
    expect(namesIn(await b.until(': waiting'))).toEqual([]);
    running.add('b');
    wake();
    expect(namesIn(await b.until('"amount":'))).toEqual([['b', 2]]);
  });

  // threat: other-wallets
  it('answers no other login, and does not say which wallets there are', async () => {
    const { status } = await start(true);
    expect(await status('a', '/wallet/a/events')).toBe('200');
    expect(await status('a', '/wallet/a/events?since=x')).toBe('200');
    for (const path of [
      '/wallet/b/events',
      '/wallet/c/events',
      '/events',
      '/wallet/a/events/',
      '/wallet/b/events?/wallet/a/events',
    ])
      expect(await status('a', path)).toBe('401');
    expect(await status('b', '/wallet/a/events')).toBe('401');
  });

  it('does not exist without --events', async () => {
    const { status } = await start(false);
    expect(await status('a', '/wallet/a/events')).toBe('404');
    expect(await status('b', '/wallet/a/events')).toBe('401');
  });
});
