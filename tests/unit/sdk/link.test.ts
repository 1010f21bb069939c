/** The site's side of the handshake against the wallet's side, with real message channels and windows of our own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { siteError } from '../../../src/embed/errors.ts';
import { createReceiver, type Arrival, type Port } from '../../../src/embed/receiver.ts';
import type { Outcome, Request } from '../../../src/embed/wire.ts';
import { openLink, windowPeer, type Link } from '../../../src/sdk/link.ts';
import { ProviderError } from '../../../src/sdk/provider-error.ts';

const WALLET = 'https://wallet.example';
const SHOP = 'https://shop.example';
const ready = { ostro: 'ready', v: 1 };
/** The shop's page; its `message` events are those of the global object in a browser. */
let page: EventTarget;
const links: Link[] = [];
const ports: Port[] = [];
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  for (const link of links.splice(0)) link.end(new ProviderError(siteError('disconnected')));
  for (const port of ports.splice(0)) port.close();
  vi.unstubAllGlobals();
});

const post = (data: unknown, source: unknown, origin: string): void => {
  page.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }));
};
/** The wallet's window: only pages of `origin` are in it. */
const walletWindow = (
  answer: (request: Request) => Promise<Outcome> = ({ params }) => Promise.resolve({ result: params }),
  origin = WALLET,
) => {
  const hellos: Arrival[] = [];
  const receiver = createReceiver({
    source: () => page,
    now: () => performance.now(),
    networks: ['mainnet'],
    methods: ['sign'],
    answer,
  });
  const target = {
    postMessage: (data: unknown, to: string, transferred: readonly Port[]) => {
      ports.push(...transferred);
      if (to !== origin) return;
      const arrival = { source: page, origin: SHOP, data: structuredClone(data), ports: transferred };
      hellos.push(arrival);
      receiver.receive(arrival);
    },
  } as unknown as Window;
  return { target, receiver, hellos, isReady: () => post(ready, target, origin) };
};
const linkTo = (target: Window, onEvent: (event: string, data: unknown) => void = () => undefined): Link => {
  const link = openLink({ peer: windowPeer(target, WALLET, 'ready'), onEvent });
  links.push(link);
  return link;
};

describe('a link to the wallet', () => {
  it('sends a request that was made before the handshake, and gets an exact amount back', async () => {
    const wallet = walletWindow();
    const link = linkTo(wallet.target);
    const answer = link.request('transfer', { amount: 2n ** 60n + 1n });
    wallet.isReady();
    expect(await answer).toEqual({ amount: 2n ** 60n + 1n });
    expect(link.connected).toBe(true);
  });
  it('makes a new nonce for every hello', async () => {
    const wallet = walletWindow();
    const link = linkTo(wallet.target);
    for (let i = 0; i < 20; i++) wallet.isReady();
    await link.request('sign', {});
    const nonces = wallet.hellos.map(({ data }) => (data as { nonce: string }).nonce);
    expect(new Set(nonces).size).toBe(20);
  });
  // threat: site-session
  it('sends no hello when another window, or another site in the window, claims to be ready', () => {
    const wallet = walletWindow();
    linkTo(wallet.target);
    post(ready, {}, WALLET);
    post(ready, wallet.target, 'https://wallet.example.evil.example');
    post(ready, null, WALLET);
    post({ ostro: 'frame-ready', v: 1 }, wallet.target, WALLET);
    expect(wallet.hellos).toEqual([]);
  });
  it('rejects with the code, the text and the reason of an error', async () => {
    const error = siteError('unauthorized', { reason: 'read' });
    const wallet = walletWindow(() => Promise.resolve({ error }));
    const link = linkTo(wallet.target);
    wallet.isReady();
    await expect(link.request('get_balance', {})).rejects.toMatchObject({ name: 'ProviderError', ...error });
  });
  it('rejects a parameter that cannot be cloned', async () => {
    const wallet = walletWindow();
    const link = linkTo(wallet.target);
    wallet.isReady();
    await expect(link.request('sign', { data: () => 1 })).rejects.toMatchObject({ code: -32602 });
  });
  it('passes events on', async () => {
    const wallet = walletWindow();
    const heard: unknown[] = [];
    const link = linkTo(wallet.target, (event, data) => heard.push([event, data]));
    wallet.isReady();
    await link.request('sign', {});
    wallet.receiver.emit('accountsChanged', [0, 1]);
    await expect.poll(() => heard).toEqual([['accountsChanged', [0, 1]]]);
  });
  it('rejects open requests when the wallet loads its document again, and works afterwards', async () => {
    const wallet = walletWindow(({ method }) =>
      method === 'sign' ? new Promise(() => undefined) : Promise.resolve({ result: 5 }),
    );
    const link = linkTo(wallet.target);
    wallet.isReady();
    await link.request('get_height', {});
    const lost = link.request('sign', {});
    wallet.isReady();
    await expect(lost).rejects.toMatchObject({ code: 4001, data: { reason: 'window_closed' } });
    expect(await link.request('get_height', {})).toBe(5);
  });
  it('rejects all open requests when it ends, and ignores a later ready', async () => {
    const wallet = walletWindow(() => new Promise(() => undefined));
    const link = linkTo(wallet.target);
    const before = link.request('sign', {});
    link.end(new ProviderError(siteError('rejected', { reason: 'window_closed' })));
    await expect(before).rejects.toMatchObject({ code: 4001 });
    wallet.isReady();
    expect(wallet.hellos).toEqual([]);
  });
});
