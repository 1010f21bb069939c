/** The wallet's side of the handshake, over real message channels. */
import { afterEach, describe, expect, it } from 'vitest';
import { siteError } from '../../../src/embed/errors.ts';
import { FLOOD_PER_SECOND, MAX_OPEN, MAX_PER_SECOND, MAX_SESSIONS } from '../../../src/embed/limits.ts';
import { createReceiver, type Receiver, type SiteSession } from '../../../src/embed/receiver.ts';
import type { Outcome, Request } from '../../../src/embed/wire.ts';

const SHOP = 'https://shop.example';
const opener = { name: 'the window of the shop' };
const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

let made = 0;
const newNonce = (): string => (++made).toString(16).padStart(32, '0');
const hello = (nonce = newNonce()) => ({ ostro: 'hello', v: 1, nonce });

/** A site's page with one end of a channel. */
const site = () => {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const got: unknown[] = [];
  port1.onmessage = ({ data }) => got.push(data);
  return {
    port: port1,
    other: port2,
    got,
    next: (count: number) => expect.poll(() => got.length).toBe(count),
  };
};
const wallet = (
  answer: (request: Request, session: SiteSession) => Promise<Outcome> = (request) =>
    Promise.resolve({ result: { method: request.method, params: request.params } }),
) => {
  const time = { now: 0 };
  const started: string[] = [];
  const ended: string[] = [];
  const bugs: unknown[] = [];
  const receiver = createReceiver({
    source: () => opener,
    now: () => time.now,
    networks: ['mainnet'],
    methods: ['sign'],
    answer,
    started: ({ origin }) => started.push(origin),
    ended: ({ origin }) => ended.push(origin),
    onBug: (error) => bugs.push(error),
  });
  return { receiver, time, started, ended, bugs };
};
const connect = (receiver: Receiver, origin = SHOP) => {
  const page = site();
  expect(receiver.receive({ source: opener, origin, data: hello(), ports: [page.other] })).toBe(true);
  return page;
};

describe('a hello', () => {
  it('starts a session of the origin that the browser reports, and is answered with its nonce', async () => {
    const { receiver, started } = wallet();
    const page = site();
    const data = hello();
    expect(receiver.receive({ source: opener, origin: SHOP, data, ports: [page.other] })).toBe(true);
    await page.next(1);
    expect(page.got[0]).toEqual({
      ostro: 'welcome',
      v: 1,
      nonce: data.nonce,
      wallet: 'ostro',
      networks: ['mainnet'],
      methods: ['sign'],
    });
    expect(started).toEqual([SHOP]);
    expect(receiver.session?.origin).toBe(SHOP);
  });
  // threat: site-session
  it('is ignored from a window that is not the opener', () => {
    const { receiver } = wallet();
    const { other } = site();
    for (const source of [{}, null, undefined])
      expect(receiver.receive({ source, origin: SHOP, data: hello(), ports: [other] })).toBe(false);
    expect(receiver.session).toBeUndefined();
  });
  it('is ignored in a window without an opener, even if the source is null too', () => {
    const receiver = createReceiver({
      source: () => null,
      now: () => 0,
      networks: [],
      methods: [],
      answer: () => Promise.resolve({ result: 1 }),
    });
    expect(receiver.receive({ source: null, origin: SHOP, data: hello(), ports: [site().other] })).toBe(
      false,
    );
  });
  // threat: site-session
  it('is ignored from an origin that is opaque, or http on another computer', () => {
    const { receiver } = wallet();
    for (const origin of ['null', 'http://shop.example', ''])
      expect(receiver.receive({ source: opener, origin, data: hello(), ports: [site().other] })).toBe(false);
  });
  it('is ignored without a port and with two', () => {
    const { receiver } = wallet();
    for (const given of [[], [site().other, site().other]])
      expect(receiver.receive({ source: opener, origin: SHOP, data: hello(), ports: given })).toBe(false);
  });
  // threat: site-session
  it('is ignored when its nonce was used before, and the present session continues', async () => {
    const { receiver, ended } = wallet();
    const first = site();
    const data = hello();
    receiver.receive({ source: opener, origin: SHOP, data, ports: [first.other] });
    const replay = { source: opener, origin: 'https://other.example', data, ports: [site().other] };
    expect(receiver.receive(replay)).toBe(false);
    expect(ended).toEqual([]);
    first.port.postMessage({ id: 1, method: 'get_balance' });
    await first.next(2);
    expect(receiver.session?.origin).toBe(SHOP);
  });
  it('is ignored after as many sessions as one document accepts', () => {
    const { receiver } = wallet();
    for (let i = 0; i < MAX_SESSIONS; i++) connect(receiver);
    expect(receiver.receive({ source: opener, origin: SHOP, data: hello(), ports: [site().other] })).toBe(
      false,
    );
  });
});

describe('a new hello', () => {
  it('ends the session before: its open request gets no answer, and its port no event', async () => {
    const release: (() => void)[] = [];
    const { receiver, ended } = wallet(
      (request) => new Promise((resolve) => release.push(() => resolve({ result: request.id }))),
    );
    const first = connect(receiver);
    first.port.postMessage({ id: 1, method: 'get_balance' });
    await expect.poll(() => release.length).toBe(1);
    const second = connect(receiver, 'https://other.example');
    expect(ended).toEqual([SHOP]);
    release[0]!();
    receiver.emit('accountsChanged', [3]);
    await second.next(2);
    expect(second.got[1]).toEqual({ event: 'accountsChanged', data: [3] });
    // Only the welcome reached the first page.
    expect(first.got).toHaveLength(1);
  });
  // threat: site-session
  it('with another origin leaves the first page without access', async () => {
    const origins: string[] = [];
    const { receiver } = wallet((_, session) => {
      origins.push(session.origin);
      return Promise.resolve({ result: 1 });
    });
    const first = connect(receiver);
    const second = connect(receiver, 'https://other.example');
    first.port.postMessage({ id: 1, method: 'get_balance' });
    second.port.postMessage({ id: 1, method: 'get_balance' });
    await second.next(2);
    expect(origins).toEqual(['https://other.example']);
    expect(first.got).toHaveLength(1);
  });
});

describe('a session', () => {
  it('answers requests with amounts as bigint', async () => {
    const { receiver } = wallet(() => Promise.resolve({ result: { balance: 2n ** 63n } }));
    const page = connect(receiver);
    page.port.postMessage({ id: 1, method: 'get_balance', params: {} });
    await page.next(2);
    expect(page.got[1]).toEqual({ id: 1, result: { balance: 2n ** 63n } });
  });
  it('refuses what is not a request, and a request with the id of an open one', async () => {
    const release: (() => void)[] = [];
    const { receiver } = wallet(
      () => new Promise((resolve) => release.push(() => resolve({ result: 'first' }))),
    );
    const page = connect(receiver);
    page.port.postMessage('hello');
    page.port.postMessage({ id: 5, method: 'sign', params: { data: new Map() } });
    page.port.postMessage({ id: 6, method: 'sign' });
    page.port.postMessage({ id: 6, method: 'sign' });
    await page.next(4);
    release[0]!();
    await page.next(5);
    expect(page.got.slice(1)).toMatchObject([
      { id: null, error: { code: -32600 } },
      { id: 5, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
      { id: 6, result: 'first' },
    ]);
    expect(release).toHaveLength(1);
  });
  it('hides what a bug says', async () => {
    const { receiver, bugs } = wallet(() => Promise.reject(new Error('secret path')));
    const page = connect(receiver);
    page.port.postMessage({ id: 1, method: 'sign' });
    await page.next(2);
    expect(page.got[1]).toEqual({ id: 1, error: siteError('internal') });
    expect(bugs).toHaveLength(1);
  });
  // threat: site-floods
  it('refuses more requests in one second than the limit, and takes them again a second later', async () => {
    let answered = 0;
    const { receiver, time } = wallet(() => Promise.resolve({ result: ++answered }));
    const page = connect(receiver);
    for (let id = 1; id <= MAX_PER_SECOND + 5; id++) page.port.postMessage({ id, method: 'sign' });
    await page.next(1 + MAX_PER_SECOND + 5);
    expect(answered).toBe(MAX_PER_SECOND);
    expect(page.got.filter((each) => JSON.stringify(each).includes('-32005'))).toHaveLength(5);
    time.now = 1000;
    page.port.postMessage({ id: 100, method: 'sign' });
    await page.next(1 + MAX_PER_SECOND + 6);
    expect(answered).toBe(MAX_PER_SECOND + 1);
  });
  it('refuses more open requests than the limit', async () => {
    let asked = 0;
    const { receiver, time } = wallet(() => {
      asked++;
      return new Promise(() => undefined);
    });
    const page = connect(receiver);
    for (let id = 1; id <= MAX_OPEN; id++) {
      if (id % MAX_PER_SECOND === 0) {
        const sent = id - 1;
        await expect.poll(() => asked).toBe(sent);
        time.now += 1000;
      }
      page.port.postMessage({ id, method: 'sign' });
    }
    await expect.poll(() => asked).toBe(MAX_OPEN);
    time.now += 1000;
    page.port.postMessage({ id: 1000, method: 'sign' });
    await page.next(2);
    expect(page.got[1]).toMatchObject({ id: 1000, error: { code: -32005 } });
    expect(asked).toBe(MAX_OPEN);
  });
  // threat: site-floods
  it('ends when the site floods it', async () => {
    const { receiver, ended } = wallet();
    const page = connect(receiver);
    for (let id = 1; id <= FLOOD_PER_SECOND + 1; id++) page.port.postMessage(id);
    await expect.poll(() => ended).toEqual([SHOP]);
    expect(receiver.session).toBeUndefined();
  });
});
