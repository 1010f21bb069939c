/** Two windows of one origin and their workers: one has a wallet open, the other one uses it. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLockHub } from '../../../src/store/in-process-locks.ts';
import type { PortEvent, RpcPort, RpcRequest, RpcResponse } from '../../../src/transport/port.ts';
import { joinWallet } from '../../../src/transport/windows/join.ts';
import { newsFor, type WindowChannel, type WindowParts } from '../../../src/transport/windows/parts.ts';
import { shareWallet } from '../../../src/transport/windows/share.ts';
import { deferred } from '../../support/deferred.ts';

const ORIGIN = 'https://wallet.example';
type Listener = (event: { data: unknown; origin: string }) => void;

/** A browser with windows, each with locks and channels; a window that is closed loses both. */
const browser = () => {
  const hub = createLockHub();
  const channels = new Map<string, Set<{ readonly heard: Listener[] }>>();
  let time = 0;
  const open = (id: string, origin = ORIGIN) => {
    const locks = hub.tab().host;
    const held: (() => void)[] = [];
    const window = { closed: false };
    const parts: WindowParts = {
      locks: {
        query: () => locks.query(),
        request: (name, _options, callback) =>
          locks.request(name, {}, () => {
            const gone = new Promise<void>((release) => held.push(release));
            return Promise.race([callback(), gone]);
          }),
      },
      channel: (name): WindowChannel => {
        const end = { heard: [] as Listener[] };
        const all = channels.get(name) ?? new Set();
        channels.set(name, all.add(end));
        return {
          postMessage: (message) => {
            if (window.closed) return;
            const data: unknown = structuredClone(message);
            const others = [...all].filter((each) => each !== end);
            queueMicrotask(() =>
              others.forEach(({ heard }) => heard.forEach((each) => each({ data, origin }))),
            );
          },
          addEventListener: (_type, listener) =>
            void end.heard.push((event) => {
              if (!window.closed) listener(event);
            }),
          close: () => void all.delete(end),
        };
      },
      origin: ORIGIN,
      id,
      now: () => (time += 1),
    };
    const close = (): void => {
      window.closed = true;
      for (const release of held) release();
    };
    return { parts, close };
  };
  return { open };
};

/** A worker: answers each request with its own name, and opens and closes wallets. */
const worker = (name: string) => {
  const listeners = new Set<(event: PortEvent) => void>();
  const asked: string[] = [];
  let wallet = '';
  let answer = ({ id, method }: RpcRequest): Promise<RpcResponse> =>
    Promise.resolve({ jsonrpc: '2.0', id, result: method === 'x_status' ? { wallet } : name });
  const emit = (event: PortEvent): void => listeners.forEach((each) => each(event));
  const port: RpcPort = {
    request: (envelope) => {
      asked.push(envelope.method);
      return answer(envelope);
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    port,
    asked,
    emit,
    open: (next: string): void => {
      wallet = next;
      if (next === '') emit({ type: 'closed', data: { reason: 'locked' } });
      emit({ type: 'status', data: { wallet } });
    },
    answers: (next: typeof answer) => (answer = next),
  };
};
const opened = ({ type, data }: PortEvent): string | undefined => {
  if (type === 'closed') return '';
  return type === 'status' ? (data as { wallet: string }).wallet : undefined;
};
const ask = (method: string): RpcRequest => ({ jsonrpc: '2.0', id: 7, method });

/** The lock of the window that shares its wallet, when it holds it. */
const sharedLock = async ({ locks }: WindowParts): Promise<string> => {
  const find = async (): Promise<string | undefined> =>
    (await locks.query()).held?.map(({ name = '' }) => name).find((name) => name.startsWith('ostro shares '));
  await expect.poll(find).toBeDefined();
  return (await find())!;
};

const setup = () => {
  const all = browser();
  const app = all.open('app');
  const own = worker('the app');
  shareWallet(own.port, app.parts, opened);
  /** A window for a site, whose worker is `name`. */
  const site = (name: string, sleep = (): Promise<void> => new Promise(() => undefined)) => {
    const window = all.open(name);
    const its = worker(name);
    const needOwn = vi.fn<() => void>();
    shareWallet(its.port, window.parts, opened);
    const port = joinWallet(its.port, {
      ...window.parts,
      opened,
      taken: ({ data }) => (data as { reason?: string } | undefined)?.reason === 'taken_over',
      needOwn,
      status: { method: 'x_status', event: 'status' },
      gone: { type: 'closed', data: { reason: 'stopped' } },
      ownMethods: ['x_hidden'],
      sleep,
    });
    const events: PortEvent[] = [];
    port.on((event) => events.push(event));
    const who = async (): Promise<unknown> => (await port.request(ask('get_height'))).result;
    return { ...window, port, events, its, needOwn, who };
  };
  return { all, app, own, site };
};
afterEach(() => vi.useRealTimers());

describe('windows of one origin', () => {
  it('use the worker that has the wallet open, without a worker of their own', async () => {
    const { own, site } = setup();
    own.open('Everyday');
    const shop = site('shop');
    expect(await shop.who()).toBe('the app');
    expect(shop.events).toEqual([{ type: 'status', data: { wallet: 'Everyday' } }]);
    expect(shop.needOwn).not.toHaveBeenCalled();
    own.emit({ type: 'changed', data: { history_from: 5 } });
    await expect.poll(() => shop.events.at(-1)).toEqual({ type: 'changed', data: { history_from: 5 } });
  });
  it('use their own while none is open, and change over when one is opened', async () => {
    const { own, site } = setup();
    const shop = site('shop');
    expect(await shop.who()).toBe('shop');
    expect(shop.needOwn).toHaveBeenCalled();
    own.open('Everyday');
    await expect.poll(() => shop.events.at(-1)).toEqual({ type: 'status', data: { wallet: 'Everyday' } });
    expect(await shop.who()).toBe('the app');
  });
  it('keep their own wallet when another one is opened elsewhere', async () => {
    const { own, site } = setup();
    const shop = site('shop');
    await shop.who();
    shop.its.open('Mine');
    own.open('Everyday');
    await Promise.resolve();
    expect(await shop.who()).toBe('shop');
  });
  it('use the wallet that another window has taken over, also if that had said so before', async () => {
    const { all, own, site } = setup();
    const shop = site('shop');
    await shop.who();
    shop.its.open('Everyday');
    const begins = vi.fn<() => void>();
    all.open('another').parts.channel('ostro begins to share').addEventListener('message', begins);
    own.open('Everyday');
    await expect.poll(() => begins.mock.calls.length).toBeGreaterThan(0);
    shop.its.emit({ type: 'closed', data: { reason: 'taken_over' } });
    shop.its.emit({ type: 'status', data: { wallet: '' } });
    await expect.poll(shop.who).toBe('the app');
    expect(shop.events.at(-1)).toEqual({ type: 'status', data: { wallet: 'Everyday' } });
  });
  it('keep the wallet that they open while another window is still asked for its own', async () => {
    const { own, site } = setup();
    own.open('Everyday');
    const asked = deferred<RpcResponse>();
    own.answers(() => asked.promise);
    const shop = site('shop');
    await expect.poll(() => own.asked).toEqual(['x_status']);
    shop.its.open('Mine');
    asked.resolve({ jsonrpc: '2.0', id: 0, result: { wallet: 'Everyday' } });
    expect(await shop.who()).toBe('shop');
    own.emit({ type: 'status', data: { wallet: 'Everyday' } });
    await new Promise((later) => setTimeout(later));
    expect(shop.events).toEqual([{ type: 'status', data: { wallet: 'Mine' } }]);
  });
  it('hear nothing of their own worker while they use another one', async () => {
    const { own, site } = setup();
    own.open('Everyday');
    const shop = site('shop');
    await shop.who();
    shop.its.emit({ type: 'status', data: { wallet: '' } });
    expect(shop.events).toEqual([{ type: 'status', data: { wallet: 'Everyday' } }]);
  });
  it('use the wallet that was opened last, of several', async () => {
    const { all, own, site } = setup();
    own.open('Everyday');
    const second = worker('the second');
    shareWallet(second.port, all.open('second').parts, opened);
    second.open('Savings');
    expect(await site('shop').who()).toBe('the second');
  });
  it('stay with the wallet that they use when a third window opens another one', async () => {
    const { all, own, site } = setup();
    own.open('Everyday');
    const shop = site('shop');
    await shop.who();
    const third = worker('the third');
    shareWallet(third.port, all.open('third').parts, opened);
    third.open('Savings');
    await new Promise((later) => setTimeout(later));
    expect(await shop.who()).toBe('the app');
    expect(third.asked).toEqual([]);
  });
  it('hear nothing of a wallet that they have left for another one', async () => {
    const { all, own, site } = setup();
    const second = worker('the second');
    shareWallet(second.port, all.open('second').parts, opened);
    second.open('Savings');
    own.open('Everyday');
    const shop = site('shop');
    expect(await shop.who()).toBe('the app');
    own.open('');
    await expect.poll(shop.who).toBe('the second');
    const before = shop.events.length;
    own.emit({ type: 'status', data: { wallet: '' } });
    own.open('Third');
    own.emit({ type: 'changed', data: { history_from: 5 } });
    second.emit({ type: 'changed', data: { history_from: 7 } });
    await expect.poll(() => shop.events.length).toBeGreaterThan(before);
    expect(shop.events.slice(before)).toEqual([{ type: 'changed', data: { history_from: 7 } }]);
  });
  it('share what a window for a site has opened', async () => {
    const { site } = setup();
    const [first, second] = [site('first'), site('second')];
    expect(await second.who()).toBe('second');
    first.its.open('Everyday');
    await expect.poll(() => second.who()).toBe('first');
  });
  // threat: keys-after-lock
  it('are all locked when one locks', async () => {
    const { own, site } = setup();
    own.open('Everyday');
    const [first, second] = [site('first'), site('second')];
    expect([await first.who(), await second.who()]).toEqual(['the app', 'the app']);
    own.answers(({ id, method }) => {
      if (method === 'close_wallet') own.open('');
      return Promise.resolve({ jsonrpc: '2.0', id, result: {} });
    });
    await first.port.request(ask('close_wallet'));
    for (const { events, its } of [first, second]) {
      await expect.poll(() => its.asked).toContain('x_status');
      expect(events.filter(({ type }) => type === 'closed')[0]).toMatchObject({ data: { reason: 'locked' } });
      expect(events.at(-1)).toEqual({ type: 'status', data: { wallet: '' } });
    }
    // What the locked worker could still answer is not asked of it.
    expect(await first.who()).toBe('first');
  });
  it('say that the wallet is closed when its window is gone, and open calls end', async () => {
    const { app, own, site } = setup();
    own.open('Everyday');
    const shop = site('shop');
    await shop.who();
    own.answers(() => new Promise(() => undefined));
    const waits = shop.port.request(ask('x_site_request'));
    app.close();
    await expect(waits).rejects.toThrow('gone');
    await expect.poll(() => shop.events.at(-1)).toEqual({ type: 'status', data: { wallet: '' } });
    expect(shop.events).toContainEqual({ type: 'closed', data: { reason: 'stopped' } });
    expect(await shop.who()).toBe('shop');
  });
  it('are not held up by a window that does not answer', async () => {
    const { own, site } = setup();
    own.open('Everyday');
    own.answers(() => new Promise(() => undefined));
    const patience = deferred<undefined>();
    const shop = site('shop', () => patience.promise);
    const answer = shop.who();
    patience.resolve(undefined);
    expect(await answer).toBe('shop');
  });
  it('get errors of the worker as they are, and one of their own when it cannot answer', async () => {
    const { own, site } = setup();
    own.open('Everyday');
    const shop = site('shop');
    await shop.who();
    own.answers(({ id }) => Promise.resolve({ jsonrpc: '2.0', id, error: { code: -1, message: 'no' } }));
    expect(await shop.port.request(ask('transfer'))).toMatchObject({ error: { code: -1 } });
    own.answers(() => Promise.reject(new Error('broken')));
    await expect(shop.port.request(ask('transfer'))).rejects.toThrow();
  });
  it('do not tell another window’s worker that they are hidden', async () => {
    const { own, site } = setup();
    own.open('Everyday');
    const shop = site('shop');
    expect((await shop.port.request(ask('x_hidden'))).result).toEqual({});
    expect(own.asked).not.toContain('x_hidden');
  });
  // threat: site-session
  it('hear no call, answer or event that does not come from their own origin', async () => {
    const { all, own, site } = setup();
    own.open('Everyday');
    const shop = site('shop');
    await shop.who();
    const before = own.asked.length;
    const foreign = all.open('foreign', 'https://evil.example').parts;
    const lock = await sharedLock(foreign);
    foreign.channel(`${lock} calls`).postMessage({ from: 'foreign', number: 1, envelope: ask('query_key') });
    foreign.channel(newsFor('shop')).postMessage({ event: { type: 'status', data: { wallet: 'Forged' } } });
    await new Promise((later) => setTimeout(later));
    expect(own.asked).toHaveLength(before);
    expect(shop.events).not.toContainEqual({ type: 'status', data: { wallet: 'Forged' } });
  });
  it('drop what is no call', async () => {
    const { all, own } = setup();
    own.open('Everyday');
    const { parts } = all.open('odd');
    const calls = parts.channel(`${await sharedLock(parts)} calls`);
    for (const odd of [null, 7, 'call', {}, { from: 1, number: 2, envelope: ask('x') }, { from: 'odd' }])
      calls.postMessage(odd);
    calls.postMessage({ from: 'odd', number: 1, envelope: ask('get_height') });
    await expect.poll(() => own.asked).not.toEqual([]);
    expect(own.asked).toEqual(['get_height']);
  });
  // threat: keys-after-lock
  it('are not answered any more by a window that has locked its wallet', async () => {
    const { all, own } = setup();
    own.open('Everyday');
    const { parts } = all.open('late');
    const calls = parts.channel(`${await sharedLock(parts)} calls`);
    own.open('');
    calls.postMessage({ from: 'late', number: 1, envelope: ask('query_key') });
    await new Promise((later) => setTimeout(later));
    expect(own.asked).toEqual([]);
  });
});
