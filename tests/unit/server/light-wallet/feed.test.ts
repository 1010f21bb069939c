/** The web socket of the light-wallet server: what it sends, and what it does with peers that break the rules. */
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseJson } from '../../../../src/base/json.ts';
import { serveFeed, type FeedAccount } from '../../../../src/server/light-wallet/feed.ts';
import { acceptSocket, type LightSocket } from '../../../../src/server/light-wallet/web-socket.ts';
import { deferred } from '../../../support/deferred.ts';
import { openFeed, textFrame } from '../../../support/light-wallet/feed-client.ts';
import { expectForm } from '../../../support/light-wallet/forms.ts';
import {
  ADDRESS,
  HEIGHT,
  idsOf,
  ROWS,
  startLightServer,
  VIEW_KEY,
} from '../../../support/light-wallet/light-server.ts';
import { until } from '../../../support/until.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
const start = async () => {
  const server = await startLightServer();
  stops.push(server.stop);
  await server.ask('/login', { create_account: true, generated_locally: true });
  const feed = await openFeed(server.url);
  stops.push(feed.close);
  const read = (index: number) => {
    const text = feed.messages[index]!;
    const prefix = text.slice(0, text.indexOf(':') + 1);
    const content = parseJson(text.slice(prefix.length)) as Readonly<Record<string, unknown>>;
    expectForm(prefix, content);
    return { prefix, content };
  };
  const next = async (index: number) => {
    await until(() => feed.messages.length > index);
    return read(index);
  };
  return { ...server, feed, next };
};
const login = (more: object = {}, account: object = { address: ADDRESS, view_key: VIEW_KEY }): string =>
  `login:${JSON.stringify({ account, ...more })}`;

describe('the feed', () => {
  it('begins with all transactions, then tells blocks and what they bring', async () => {
    const { feed, next, change } = await start();
    feed.send(login());
    const { prefix, content } = await next(0);
    expect([prefix, content]).toMatchObject([
      'tx_sync:',
      {
        scanned_block_height: HEIGHT - 1,
        transactions: [
          { hash: 'a1'.repeat(32), receives: [{ amount: 7, id: { legacy: { amount: 0, index: 30 } } }] },
          { hash: 'a3'.repeat(32), spends: [{ key_image: '99'.repeat(32) }] },
        ],
      },
    ]);
    change({ rows: { ...ROWS, height: HEIGHT + 1, newest_ids: `${ROWS.newest_ids}${idsOf('b')}` } });
    expect(await next(1)).toMatchObject({
      prefix: 'blocks:',
      content: { scan_start: HEIGHT, scan_end: HEIGHT, blockchain_height: HEIGHT + 1 },
    });
  });
  it('warns of a reorganisation, with the height at which it began', async () => {
    const { feed, next, change } = await start();
    feed.send(login({ tx_sync: false, receives_only: true }));
    expect((await next(0)).content['transactions']).toBeUndefined();
    // The last three of the ten blocks are others now, and one more is there.
    change({ rows: { ...ROWS, height: HEIGHT + 1, newest_ids: idsOf('1234567bcde') } });
    expect(await next(1)).toMatchObject({
      prefix: 'warning:',
      content: { code: 4, counter: 1, height: HEIGHT - 3 },
    });
    expect(await next(2)).toMatchObject({
      prefix: 'blocks:',
      content: { scan_start: HEIGHT - 3, scan_end: HEIGHT },
    });
  });
  it('ends with an error for a login that opens nothing', async () => {
    for (const [text, code] of [
      [login({}, { address: ADDRESS, view_key: 'cd'.repeat(32) }), 1],
      [login({}, {}), 9],
      [login({ tx_sync: 'yes' }), 9],
      ['login:{', 9],
      ['blocks:{}', 9],
    ] as const) {
      const { feed, next } = await start();
      feed.send(text);
      expect(await next(0)).toMatchObject({ prefix: 'error:', content: { code } });
      await feed.closed;
    }
  });
  it('ends when a second message comes', async () => {
    const { feed, next } = await start();
    feed.send(login());
    await next(0);
    feed.send(login());
    expect(await next(1)).toMatchObject({ prefix: 'error:', content: { code: 7 } });
    await feed.closed;
  });
  it('watches no account for a client that left while the account was opened', async () => {
    const account = deferred<FeedAccount>();
    const onChange = vi.fn(() => () => undefined);
    const view = vi.fn();
    let [text, left]: Parameters<LightSocket['listen']> = [() => undefined, () => undefined];
    const socket: LightSocket = {
      send: vi.fn(),
      close: vi.fn(),
      listen: (message, closed) => {
        [text, left] = [message, closed];
      },
    };
    serveFeed(socket, () => account.promise);
    text(login());
    left();
    account.resolve({ account: () => undefined, session: { onChange, view } } as unknown as FeedAccount);
    await account.promise;
    await Promise.resolve();
    expect([onChange.mock.calls, view.mock.calls]).toEqual([[], []]);
  });
  it('is refused for another protocol', async () => {
    const { url } = await start();
    await expect(openFeed(url, 'lws.feed.v0.msgpack')).rejects.toThrow('400');
  });
});

// threat: server-floods
describe('frames that break the rules end the connection', () => {
  const whole = textFrame('login:{}');
  it.each([
    ['not masked', Uint8Array.of(0x81, 1, 65)],
    ['in parts', Uint8Array.of(0x01, 0x81, 0, 0, 0, 0, 65)],
    ['with reserved bits', Uint8Array.of(0xc1, 0x81, 0, 0, 0, 0, 65)],
    ['binary', Uint8Array.of(0x82, 0x81, 0, 0, 0, 0, 65)],
    ['too long', textFrame('x'.repeat(3000))],
    ['of 64 bits', Uint8Array.of(0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0)],
    ['a long ping', Uint8Array.of(0x89, 0xfe, 1, 0, 0, 0, 0, 0)],
  ])('%s', async (_name, bytes) => {
    const { feed } = await start();
    feed.raw(bytes);
    await feed.closed;
    expect(feed.messages).toEqual([]);
  });
  it('nothing that comes after them is kept', () => {
    const stream = new Duplex({ read: () => undefined, write: (_part, _encoding, done) => done() });
    const headers = {
      ...{ upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'sec-websocket-protocol': 'p' },
    };
    const socket = acceptSocket({ method: 'GET', headers } as IncomingMessage, stream, 'p')!;
    const closed = vi.fn();
    socket.listen(vi.fn(), closed);
    stream.emit('data', Buffer.from([0x81, 1, 65]));
    expect(closed).toHaveBeenCalledOnce();
    const concat = vi.spyOn(Buffer, 'concat');
    stops.push(() => concat.mockRestore());
    for (let i = 0; i < 3; i++) stream.emit('data', Buffer.alloc(65_536));
    expect(concat).not.toHaveBeenCalled();
  });
  it('a frame that comes byte by byte is read', async () => {
    const { feed, next } = await start();
    for (const byte of whole) feed.raw(Uint8Array.of(byte));
    expect(await next(0)).toMatchObject({ prefix: 'error:' });
  });
});
