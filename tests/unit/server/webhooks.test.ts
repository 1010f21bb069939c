/** --webhook-url: each event reaches the receiver at least once and in order, whatever the receiver or a kill does. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEventFeed } from '../../../src/server/events/event-feed.ts';
import { createWebhooks } from '../../../src/server/events/webhooks.ts';
import { importFromDocument } from '../../support/doc-code.ts';
import { NAME, PASSWORD } from '../../support/rpc/fixture.ts';
import { settled } from '../../support/settled.ts';
import { openEventWallet, type EventWallet } from './event-wallet.ts';
import { until } from '../../support/until.ts';

const SECRET = Buffer.alloc(32, 9);
const LIMITS = { answerMs: 10_000, firstWaitMs: 1, longestWaitMs: 20, idleMs: 5000 };
/** Milliseconds to answer, for a receiver that does not. An answer that takes longer is sent again, nothing else changes. */
const SHORT = 100;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly wallet: string;
}
type CreateReceiver = (secret: string, handle: (event: Event) => void) => Server;
const createReceiver = await importFromDocument<CreateReceiver>('docs/wallet-programs.md', 'createReceiver');

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const listen = async (server: Server, port = 0): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stops.push(() => closed(server));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
};
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

interface Arrival {
  readonly id: string;
  readonly event: Event;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Resolves when the sender waits no longer. */
  readonly gone: Promise<void>;
}
/** A receiver that notes what arrives, and answers as `behave` says: a status, or undefined for no answer. */
const hostile = (
  behave: (arrival: Arrival, n: number) => Promise<number | undefined> | number | undefined,
) => {
  const arrivals: Arrival[] = [];
  const listener: RequestListener = (req, res) => {
    const parts: Buffer[] = [];
    req
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const body = Buffer.concat(parts).toString();
        const arrival = {
          id: String(req.headers['webhook-id']),
          event: JSON.parse(body) as Event,
          headers: req.headers,
          body,
          gone: new Promise<void>((resolve) => res.on('close', resolve)),
        };
        const n = arrivals.push(arrival);
        void Promise.resolve(behave(arrival, n)).then((status) => {
          if (status !== undefined && !res.destroyed)
            res.writeHead(status, { Location: '/other' }).end('x'.repeat(1000));
        });
      });
  };
  return { arrivals, server: createServer(listener) };
};

const send = (wallet: Pick<EventWallet, 'feed'>, url: string, limits: Partial<typeof LIMITS> = {}) => {
  const failures: string[] = [];
  const webhooks = createWebhooks({
    target: { url, secret: SECRET },
    feed: wallet.feed,
    failed: (why) => failures.push(why),
    limits: { ...LIMITS, ...limits },
    random: () => 0.5,
  });
  stops.push(() => webhooks.stop());
  return { webhooks, failures };
};
/** Resolves when the receiver has all events of the list. */
const allTaken = async ({ call }: EventWallet): Promise<void> => {
  await until(async () => {
    const { delivered } = await call('x_events', { limit: 1 });
    const { events = [] } = await call('x_events', { limit: 1000 });
    return delivered === events.at(-1)?.id;
  });
};
/** Without what was sent again. */
const amountsOnce = (arrivals: readonly Arrival[]): readonly number[] => [
  ...new Map(arrivals.map(({ id, event }) => [id, event.amount])).values(),
];
const idsOf = async ({ call }: EventWallet): Promise<readonly string[]> =>
  ((await call('x_events', { limit: 1000 })).events ?? []).map(({ id }) => id);

describe('webhooks', () => {
  it('send each event once and in order when the receiver takes them', async () => {
    const wallet = await openEventWallet();
    const { arrivals, server } = hostile(() => 200);
    const { failures } = send(wallet, await listen(server));
    for (let n = 1; n <= 120; n++) await wallet.pay(n);
    await allTaken(wallet);
    expect(arrivals.map(({ id }) => id)).toEqual(await idsOf(wallet));
    expect(arrivals.map(({ event }) => event.amount)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
    expect(failures).toEqual([]);
    const { headers, body, event } = arrivals[0]!;
    expect(event).toMatchObject({ wallet: NAME, type: 'payment_seen' });
    const signed = `${event.id}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', SECRET).update(signed).digest('base64')}`,
    );
  });

  it('send an event at once that is written while the list is being read', async () => {
    const wallet = await openEventWallet();
    let reads = 0;
    const feed = createEventFeed({
      request: async (envelope) => {
        const answer = await wallet.request(envelope);
        reads += 1;
        if (reads === 2) {
          await wallet.pay(1);
          feed.wake();
        }
        return answer;
      },
    });
    const { arrivals, server } = hostile(() => 200);
    send({ feed }, await listen(server), { idleMs: 3_600_000 });
    await until(() => arrivals.length > 0);
    expect(arrivals[0]!.event.amount).toBe(1);
  });

  // threat: shop-events
  it('send each event at least once, in order and with the same id, to a receiver that fails, hangs and answers late', async () => {
    const wallet = await openEventWallet();
    const taken = new Set<number>();
    const { arrivals, server } = hostile(async ({ event, gone }, n) => {
      if (n % 7 === 1) return 500;
      if (n % 7 === 2) return undefined;
      if (n % 7 === 3) await gone;
      if (n % 7 === 4) return 302;
      taken.add(event.amount);
      return 204;
    });
    const { failures } = send(wallet, await listen(server), { answerMs: SHORT });
    for (let n = 1; n <= 12; n++) await wallet.pay(n);
    await allTaken(wallet);
    expect([...taken]).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
    const ids = await idsOf(wallet);
    const places = arrivals.map(({ id }) => ids.indexOf(id));
    // An event is sent again only until it is taken, never after a later one.
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(arrivals.length).toBeGreaterThan(12);
    expect(failures.length).toBeGreaterThanOrEqual(arrivals.length - 12);
  });

  it('go on when the receiver is killed and comes back', async () => {
    const wallet = await openEventWallet();
    const first = hostile((_arrival, n) => (n <= 3 ? 200 : undefined));
    const url = await listen(first.server);
    const { failures } = send(wallet, url);
    for (let n = 1; n <= 6; n++) await wallet.pay(n);
    await until(() => first.arrivals.length >= 4);
    await closed(first.server);
    await until(() => failures.some((why) => why.includes('ECONNREFUSED')));
    const second = hostile(() => 200);
    await listen(second.server, Number(new URL(url).port));
    await allTaken(wallet);
    expect(amountsOnce(first.arrivals)).toEqual([1, 2, 3, 4]);
    expect(amountsOnce(second.arrivals)).toEqual([4, 5, 6]);
    expect(second.arrivals[0]!.id).toBe(first.arrivals.at(-1)!.id);
  });

  // threat: shop-events
  it('send an event again, with the same id, when the server was killed before it stored the answer', async () => {
    const wallet = await openEventWallet();
    const { arrivals, server } = hostile(() => 200);
    const url = await listen(server);
    const { deliver } = wallet.feed;
    const killed = send({ feed: { ...wallet.feed, deliver: () => new Promise(() => undefined) } }, url);
    await wallet.pay(1);
    await until(() => arrivals.length > 0);
    killed.webhooks.stop();
    await wallet.call('close_wallet');
    await wallet.call('open_wallet', { filename: NAME, password: PASSWORD });
    send({ feed: { ...wallet.feed, deliver } }, url);
    await wallet.pay(2);
    await allTaken(wallet);
    expect(arrivals.map(({ event }) => event.amount)).toEqual([1, 1, 2]);
    expect(arrivals[1]!.id).toBe(arrivals[0]!.id);
  });

  it('wait while the wallet is closed, and keep an order for each wallet', async () => {
    const wallet = await openEventWallet();
    const { arrivals, server } = hostile(() => 200);
    await wallet.pay(1);
    await wallet.call('close_wallet');
    send(wallet, await listen(server));
    await wallet.call('create_wallet', { filename: 'Other', password: PASSWORD, language: 'English' });
    await wallet.call('x_record_events');
    await wallet.pay(50);
    await allTaken(wallet);
    await wallet.call('open_wallet', { filename: NAME, password: PASSWORD });
    await wallet.pay(2);
    await allTaken(wallet);
    expect(arrivals.map(({ event }) => [event.wallet, event.amount])).toEqual([
      ['Other', 50],
      [NAME, 1],
      [NAME, 2],
    ]);
  });

  // threat: shop-events
  it('follow no redirect, and say why an event is not taken', async () => {
    const wallet = await openEventWallet();
    let other = 0;
    const server = createServer((req, res) => {
      if (req.url === '/other') other += 1;
      res.writeHead(307, { Location: '/other' }).end();
    });
    const { failures } = send(wallet, await listen(server));
    await wallet.pay(1);
    await until(() => failures.length >= 2);
    const [id] = await idsOf(wallet);
    expect(failures[0]).toBe(`--webhook-url: status 307 for event ${id}; next try in 1 s`);
    expect(other).toBe(0);
  });

  it('wait twice as long after each failure, up to a limit', async () => {
    const wallet = await openEventWallet();
    const { server } = hostile(() => 503);
    await wallet.pay(1);
    const url = await listen(server);
    const waits = [4000, 8000, 15_000, 15_000];
    const waited: number[] = [];
    const { setTimeout } = globalThis;
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms = 0) => {
      if (!waits.includes(ms)) return setTimeout(run, ms);
      waited.push(ms);
      return setTimeout(run, 0);
    });
    stops.push(() => timers.mockRestore());
    const { failures } = send(wallet, url, { firstWaitMs: waits[0]!, longestWaitMs: waits.at(-1)! });
    while (failures.length <= waits.length) await settled();
    expect(waited.slice(0, waits.length)).toEqual(waits);
    expect(failures[1]).toContain('next try in 8 s');
  });

  it('tell that events are gone before those that the list still has', async () => {
    const wallet = await openEventWallet();
    for (let n = 1; n <= 3; n++) await wallet.pay(n);
    const { events } = wallet.wallet.state.tables;
    await wallet.wallet.ledger.commit({
      puts: [],
      deletes: [...events.keys()].slice(0, 2).map((key) => ({ table: 'events', key })),
    });
    const { arrivals, server } = hostile(() => 200);
    send(wallet, await listen(server));
    await allTaken(wallet);
    expect(arrivals.map(({ event }) => event.type)).toEqual(['gap', 'payment_seen']);
  });
});

describe('the receiver of docs/wallet-programs.md', () => {
  const secret = `whsec_${SECRET.toString('base64')}\n`;
  const start = async () => {
    const handled: Event[] = [];
    const url = await listen(createReceiver(secret, (event) => void handled.push(event)));
    return { handled, url };
  };

  it('takes what the server sends, and each event once', async () => {
    const wallet = await openEventWallet();
    const { handled, url } = await start();
    const { deliver } = wallet.feed;
    let lost = 0;
    const feed = {
      ...wallet.feed,
      // Every third time the server is cut off before it stores that the receiver has the event.
      deliver: (id: string) => (lost++ % 3 === 0 ? Promise.reject(new Error('cut off')) : deliver(id)),
    };
    send({ feed }, url);
    for (let n = 1; n <= 6; n++) await wallet.pay(n);
    await allTaken(wallet);
    expect(handled.map(({ amount }) => amount)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  // threat: shop-events
  it('refuses a forged signature, another body, another id, and an old request', async () => {
    const { handled, url } = await start();
    const body = '{"type":"payment_confirmed","amount":1}';
    const now = Math.floor(Date.now() / 1000);
    const signed = (key: Buffer, text: string): string =>
      `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    const post = async (id: string, time: number, signature: string, text = body): Promise<number> => {
      const headers = { 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': signature };
      return (await fetch(url, { method: 'POST', headers, body: text })).status;
    };
    const good = signed(SECRET, `e-1.${now}.${body}`);
    expect(await post('e-1', now, signed(Buffer.alloc(32), `e-1.${now}.${body}`))).toBe(401);
    expect(await post('e-1', now, '')).toBe(401);
    expect(await post('e-1', now, 'é'.repeat(good.length))).toBe(401);
    expect(await post('e-1', now, good, body.replace('1', '2'))).toBe(401);
    expect(await post('e-2', now, good)).toBe(401);
    expect(await post('e-1', now - 1, good)).toBe(401);
    expect(await post('e-1', now - 600, signed(SECRET, `e-1.${now - 600}.${body}`))).toBe(401);
    expect(handled).toEqual([]);
    expect(await post('e-1', now, good)).toBe(204);
    expect(handled).toHaveLength(1);
  });
});
