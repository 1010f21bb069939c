/** A site's page, the extension's two scripts in it, its worker and its window, with a browser of our own between them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReceiver, type Receiver } from '../../../src/embed/receiver.ts';
import { PIPE_FROM_WALLET, PIPE_STATE, PIPE_TO_WALLET } from '../../../src/embed/pipe.ts';
import { writeText } from '../../../src/embed/text.ts';
import { startBridge } from '../../../src/extension/bridge.ts';
import type { MessageSender } from '../../../src/extension/browser-api.ts';
import { doorOfSite } from '../../../src/extension/site-door.ts';
import { siteOfSearch } from '../../../src/extension/site-messages.ts';
import { answerSites } from '../../../src/extension/site-window.ts';
import { createSiteSwitch } from '../../../src/extension/sites.ts';
import { onProvider } from '../../../src/sdk/discovery.ts';
import { createProvider, type Provider } from '../../../src/sdk/index.ts';
import { announceInjected } from '../../../src/sdk/injected.ts';
import { fakeExtension, OWN, pageOfSite } from '../../support/fake-extension.ts';

const SHOP = 'https://shop.example';
/** The page of the site: its window and its document. */
let page: EventTarget;
const ends: (() => void)[] = [];
beforeEach(() => {
  page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

/** A page of SHOP with the extension's scripts. `sender`: what the browser says of its script. */
const siteWith = async ({ clicks = true, sender = pageOfSite(SHOP), on = true } = {}) => {
  const browser = fakeExtension();
  if (on) await createSiteSwitch(browser.api, true, browser.settings).turnOn(SHOP);
  answerSites(browser.api, true);
  const clicked = { active: clicks };
  startBridge({ page, runtime: browser.runtimeOf(sender), isActive: () => clicked.active });
  const provider = announceInjected(page);
  ends.push(() => provider.close());
  return { browser, provider, clicked };
};
/** The window that the worker has opened. `receiver`: of the tab for which it was opened. */
const openWindow = ({ api, windows }: ReturnType<typeof fakeExtension>, answers: readonly unknown[] = []) => {
  const site = siteOfSearch(new URL(windows.at(-1)!).search)!;
  const asked: { readonly origin: string; readonly method: string; readonly params: unknown }[] = [];
  const window = Object.assign(new EventTarget(), { close: vi.fn<() => void>() });
  const door = doorOfSite({ api, withPorts: true, ...site, window });
  const receivers: Receiver[] = [];
  const newReceiver = (): Receiver => {
    const made = createReceiver({
      source: () => door.source,
      now: () => performance.now(),
      networks: ['mainnet'],
      methods: ['sign'],
      answer: ({ method, params }, { origin }) => {
        asked.push({ origin, method, params });
        return Promise.resolve({ result: answers[asked.length - 1] ?? params });
      },
    });
    receivers.push(made);
    return made;
  };
  door.open(newReceiver);
  const receiver = {
    get session() {
      return receivers[0]?.session;
    },
    emit: (event: string, data: unknown) => receivers[0]?.emit(event, data),
  };
  return { asked, receiver, receivers, window };
};
type Browser = ReturnType<typeof fakeExtension>;
const switchOf = ({ api, settings }: Browser) => createSiteSwitch(api, true, settings);
const opened = (browser: ReturnType<typeof fakeExtension>, count = 1) =>
  vi.waitFor(() => expect(browser.windows).toHaveLength(count));
const PAY = { method: 'transfer', params: { destinations: [{ address: '4…', amount: 2n ** 63n }] } };

describe('a site that is on', () => {
  it('asks through a window of the extension, and gets exact numbers', async () => {
    const { browser, provider } = await siteWith();
    const answer = provider.request(PAY);
    await opened(browser);
    expect(browser.windows).toEqual([
      `chrome-extension://${OWN}/connect.html?site=https%3A%2F%2Fshop.example&tab=1`,
    ]);
    const { asked } = openWindow(browser, [{ amount: 7n, tx_hash: 'n1' }]);
    expect(await answer).toEqual({ amount: 7n, tx_hash: 'n1' });
    expect(asked).toEqual([{ origin: SHOP, ...PAY }]);
  });
  it('gets an error for a request that cannot be sent, and answers for the others', async () => {
    const { browser, provider } = await siteWith();
    const first = provider.request(PAY);
    await opened(browser);
    openWindow(browser);
    await first;
    const itself: { data: string; self?: unknown } = { data: 'x' };
    itself.self = itself;
    for (const params of [itself, { data: 'x'.repeat(600_000) }])
      await expect(provider.request({ method: 'sign', params })).rejects.toMatchObject({ code: -32600 });
    expect(await provider.request({ method: 'sign', params: { data: 'x' } })).toEqual({ data: 'x' });
  });
  it('finds the provider in the shape of EIP-6963, frozen', async () => {
    const { provider } = await siteWith();
    const found: unknown[] = [];
    onProvider((detail) => found.push(detail))();
    expect(found).toMatchObject([{ info: { name: 'Ostro', rdns: 'invalid.ostro', apiVersion: 1 } }]);
    const [detail] = found as [{ info: object; provider: Provider }];
    expect(detail.provider).toBe(provider);
    for (const each of [detail, detail.info, detail.provider]) expect(Object.isFrozen(each)).toBe(true);
  });
  it('is served by the extension and not by a window of its own when it uses ostro-connect', async () => {
    const { browser } = await siteWith();
    vi.stubGlobal('open', () => expect.unreachable());
    const monero = createProvider({ wallet: 'https://wallet.example/', numbers: 'string' });
    const events: unknown[] = [];
    monero.on('connect', ({ methods }) => events.push(methods));
    monero.on('accountsChanged', (accounts) => events.push(accounts));
    const answer = monero.request({ method: 'get_balance' });
    await opened(browser);
    const { receiver } = openWindow(browser, [{ balance: 5n }]);
    expect(await answer).toEqual({ balance: '5' });
    receiver.emit('accountsChanged', ['4…']);
    await vi.waitFor(() => expect(events).toEqual([['sign'], ['4…']]));
    monero.close();
  });
  it('gets errors of the wallet, and one that names the closed window', async () => {
    const { browser, provider } = await siteWith();
    const answer = provider.request({ method: 'No such name' });
    await opened(browser);
    const { window } = openWindow(browser);
    await expect(answer).rejects.toMatchObject({ code: -32600 });
    const left = provider.request({ method: 'get_payments', params: { big: 'x'.repeat(100_000) } });
    await expect(left).rejects.toMatchObject({ code: -32600 });
    const gone: number[] = [];
    provider.on('disconnect', ({ code }) => gone.push(code));
    window.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(gone).toEqual([4900]));
  });
  it('opens one window for two requests, and uses it again after its page was loaded anew', async () => {
    const { browser, provider } = await siteWith();
    const first = [provider.request(PAY), provider.request(PAY)];
    await opened(browser);
    const { asked, receiver } = openWindow(browser);
    await Promise.all(first);
    expect(browser.windows).toHaveLength(1);
    provider.close();
    await vi.waitFor(() => expect(receiver.session).toBeUndefined());
    await provider.request(PAY);
    expect(asked).toHaveLength(3);
    expect(browser.windows).toHaveLength(1);
    expect(browser.focused.length).toBeGreaterThan(0);
  });
  it('whose extension was replaced or disabled is told to load the page again, and gets no other wallet', async () => {
    const { browser } = await siteWith();
    vi.stubGlobal('open', () => expect.unreachable());
    const monero = createProvider({ wallet: 'https://wallet.example/' });
    browser.gone = true;
    for (let i = 0; i < 2; i++)
      await expect(monero.request({ method: 'get_balance' })).rejects.toMatchObject({
        code: 4900,
        data: { reason: 'reload_page' },
      });
    monero.close();
  });
  it('has one window for its tabs, each with a session of its own', async () => {
    const { browser, provider } = await siteWith();
    const answer = provider.request(PAY);
    await opened(browser);
    const { asked, receivers, window } = openWindow(browser);
    await answer;
    const second = pageOfSite(SHOP, { tab: { id: 2 } });
    await browser.send({ ostro: 'open' }, second);
    expect(browser.windows).toHaveLength(1);
    const port = browser.runtimeOf(second).connect({ name: 'site 2' });
    const heard: unknown[] = [];
    port.onMessage.addListener((text) => heard.push(text));
    port.postMessage(writeText({ ostro: 'hello', v: 1, nonce: '2'.repeat(32) }));
    await vi.waitFor(() => expect(receivers[1]?.session?.origin).toBe(SHOP));
    port.postMessage(writeText({ id: 1, method: 'get_height', params: {} }));
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(asked.map(({ method }) => method)).toEqual(['transfer', 'get_height']);
    // Nothing that one tab hears reaches the other one.
    receivers[0]!.emit('accountsChanged', ['4…']);
    await new Promise((later) => setTimeout(later));
    expect(heard).toHaveLength(2);
    browser.removeTab(1);
    expect(window.close).not.toHaveBeenCalled();
    expect([receivers[0]!.session, receivers[1]!.session?.live]).toEqual([undefined, true]);
    browser.removeTab(2);
    expect(window.close).toHaveBeenCalled();
  });
  it('finds the provider again when the person turns its site on again', async () => {
    const { browser, provider } = await siteWith();
    vi.stubGlobal('ostroBridge', true);
    vi.stubGlobal('document', page);
    const found: unknown[] = [];
    onProvider((detail) => found.push(detail.provider));
    await switchOf(browser).turnOff(SHOP, []);
    await expect(provider.request(PAY)).rejects.toMatchObject({ data: { reason: 'site_off' } });
    // The second time the provider is there already.
    for (let i = 0; i < 2; i++) await switchOf(browser).turnOn(SHOP, 1);
    expect(found).toEqual([provider, provider]);
    vi.stubGlobal('open', () => expect.unreachable());
    const monero = createProvider({ wallet: 'https://wallet.example/' });
    const answer = monero.request({ method: 'get_balance' });
    await opened(browser);
    openWindow(browser, [{ balance: 5n }]);
    expect(await answer).toEqual({ balance: 5n });
    monero.close();
  });
  it('is asked for a click again after it was told that its site is off', async () => {
    const { provider, clicked } = await siteWith({ on: false });
    await expect(provider.request(PAY)).rejects.toMatchObject({ data: { reason: 'site_off' } });
    clicked.active = false;
    await expect(provider.request(PAY)).rejects.toMatchObject({ data: { reason: 'needs_click' } });
  });
  it('has no window any more when its tab is closed', async () => {
    const { browser, provider } = await siteWith();
    void provider.request(PAY).catch(() => undefined);
    await opened(browser);
    const { window } = openWindow(browser);
    browser.removeTab(2);
    expect(window.close).not.toHaveBeenCalled();
    browser.removeTab(1);
    expect(window.close).toHaveBeenCalled();
  });
  // threat: site-consent
  it('opens no window without a click', async () => {
    const { browser, provider } = await siteWith({ clicks: false });
    await expect(provider.request(PAY)).rejects.toMatchObject({
      code: 4900,
      data: { reason: 'needs_click' },
    });
    expect(browser.windows).toEqual([]);
  });
  it('gets no verdict of the payer’s wallet on the payment', async () => {
    const { provider } = await siteWith();
    const payment = {
      invoice: { id: '0f1e2d3c4b5a6978', address: '4…', amount: 1n },
      tx_hash: 'aa',
      proof: 'bb',
    };
    await expect(provider.verifyPayment(payment)).rejects.toMatchObject({ code: 4200 });
  });
});

describe('a hostile page', () => {
  // threat: extension-messages
  it.each([
    ['another extension', { id: 'otherotherotherotherotherotherot' }],
    [
      'a frame of another origin in the site',
      { frameId: 2, origin: 'https://evil.example', url: 'https://evil.example/' },
    ],
    ['a frame of the site itself', { frameId: 2 }],
    ['a sandboxed page', { origin: 'null' }],
  ])('opens no window and starts no session if it is %s', async (_, changes) => {
    const { browser } = await siteWith();
    const sender: MessageSender = pageOfSite(SHOP, changes);
    await expect(browser.send({ ostro: 'open' }, sender)).rejects.toThrow();
    expect(browser.windows).toEqual([]);
    // Not even with a window that a good page has opened.
    await browser.send({ ostro: 'open' }, pageOfSite(SHOP));
    const { receiver } = openWindow(browser);
    const port = browser.runtimeOf(sender).connect({ name: 'site 1' });
    port.postMessage(writeText({ ostro: 'hello', v: 1, nonce: '0'.repeat(32) }));
    await new Promise((later) => setTimeout(later));
    expect(receiver.session).toBeUndefined();
  });
  // threat: extension-messages
  it('starts no session in the window of another site or in the place of another tab, also if its site is on', async () => {
    const { browser } = await siteWith();
    await createSiteSwitch(browser.api, true, browser.settings).turnOn('https://evil.example');
    await browser.send({ ostro: 'open' }, pageOfSite(SHOP));
    const { receiver } = openWindow(browser);
    for (const sender of [pageOfSite(SHOP, { tab: { id: 2 } }), pageOfSite('https://evil.example')]) {
      const hello = { ostro: 'hello', v: 1, nonce: '1'.repeat(32) };
      browser.runtimeOf(sender).connect({ name: 'site 1' }).postMessage(writeText(hello));
      await new Promise((later) => setTimeout(later));
      expect(receiver.session).toBeUndefined();
    }
  });
  // threat: site-consent
  it('gets nothing when the person has not turned its site on, or has turned it off meanwhile', async () => {
    const off = await siteWith({ on: false });
    await expect(off.provider.request(PAY)).rejects.toMatchObject({ data: { reason: 'site_off' } });
    expect(off.browser.windows).toEqual([]);

    page = new EventTarget();
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
      vi.stubGlobal(name, page[name].bind(page));
    const { browser, provider } = await siteWith();
    const first = provider.request({ method: 'get_balance' });
    await opened(browser);
    const { asked, receiver } = openWindow(browser);
    await first;
    await createSiteSwitch(browser.api, true, browser.settings).turnOff(SHOP, []);
    await expect(provider.request({ method: 'get_height' })).rejects.toMatchObject({
      data: { reason: 'site_off' },
    });
    expect(asked).toHaveLength(1);
    expect(receiver.session).toBeUndefined();
    await expect(provider.request(PAY)).rejects.toMatchObject({ data: { reason: 'site_off' } });
    // The provider is not found any more.
    const found: unknown[] = [];
    onProvider((detail) => found.push(detail))();
    expect(found).toEqual([]);
  });
  // threat: site-consent
  it.each([
    ['the person turns its site off', (browser: Browser) => switchOf(browser).turnOff(SHOP, [])],
    [
      'the browser takes the permission back',
      async (browser: Browser) => {
        browser.takeBack(`${SHOP}/*`);
        await Promise.resolve();
      },
    ],
  ])('hears nothing and has no session any more as soon as %s', async (_, turnOff) => {
    const { browser, provider } = await siteWith();
    const first = provider.request({ method: 'get_balance' });
    await opened(browser);
    const { receiver } = openWindow(browser);
    await first;
    const heard: unknown[] = [];
    provider.on('message', (message) => heard.push(message));
    const waits = provider.request(PAY).catch((error: unknown) => error);
    await turnOff(browser);
    receiver.emit('message', { type: 'monero_height', data: { height: 104 } });
    await vi.waitFor(() => expect(receiver.session).toBeUndefined());
    await waits;
    expect(heard).toEqual([]);
  });
  // threat: site-consent
  it('hears no event after it was turned off, even if the browser does not tell the window of it', async () => {
    const { browser, provider } = await siteWith();
    const first = provider.request({ method: 'get_balance' });
    await opened(browser);
    const { receiver } = openWindow(browser);
    await first;
    const heard: unknown[] = [];
    provider.on('message', (message) => heard.push(message));
    Object.assign(browser.stored, { sites: [] });
    receiver.emit('message', { type: 'monero_height', data: { height: 104 } });
    await vi.waitFor(() => expect(receiver.session).toBeUndefined());
    expect(heard).toEqual([]);
  });
  // threat: forged-provider
  it('that announces a provider of its own gets what the site asks, and nothing of the wallet', async () => {
    const { browser } = await siteWith({ on: false });
    const asked: string[] = [];
    const forged = {
      request: ({ method }: { readonly method: string }) => {
        asked.push(method);
        return Promise.resolve({ tx_hash: 'aa', proof: 'bb', paid: true });
      },
      on: () => undefined,
      removeListener: () => undefined,
      close: () => undefined,
      // Would say yes to everything.
      verifyPayment: () => Promise.resolve({ paid: true, confirmed: true }),
    };
    const detail = { info: { rdns: 'invalid.ostro' }, provider: forged };
    page.addEventListener('monero:requestProvider', () =>
      page.dispatchEvent(new CustomEvent('monero:announceProvider', { detail })),
    );
    // The extension's own script was there first.
    const monero = createProvider({ wallet: 'https://wallet.example/' });
    await expect(monero.request(PAY)).rejects.toMatchObject({ data: { reason: 'site_off' } });
    // It is gone now: the forged one gets the question, and the site's check of the payment goes to the wallet's frame.
    await monero.request({ method: 'monero_payInvoice' });
    expect(asked).toEqual(['monero_payInvoice']);
    const frames: string[] = [];
    vi.stubGlobal('document', {
      createElement: () => ({ setAttribute: () => undefined, remove: () => undefined, contentWindow: {} }),
      body: { append: ({ src }: { readonly src: string }) => frames.push(src) },
    });
    void monero
      .verifyPayment({
        invoice: { id: '0f1e2d3c4b5a6978', address: '4…', amount: 1n },
        tx_hash: 'aa',
        proof: 'bb',
      })
      .catch(() => undefined);
    await vi.waitFor(() => expect(frames).toEqual(['https://wallet.example/frame.html']));
    expect(asked).toHaveLength(1);
    expect(browser.windows).toEqual([]);
    monero.close();
  });
  it('that speaks on the events between the scripts says no more than the site may say', async () => {
    const { browser, provider } = await siteWith();
    const first = provider.request({ method: 'get_balance' });
    await opened(browser);
    const { asked } = openWindow(browser);
    await first;
    const say = (type: string, detail: unknown) => page.dispatchEvent(new CustomEvent(type, { detail }));
    for (const detail of [
      '{"method":"squery_key"}',
      'open',
      7,
      null,
      '{"id":9,"method":"sx","params":{"__proto__":{}}}',
    ])
      say(PIPE_TO_WALLET, detail);
    for (const detail of [7, 'nonsense', null]) {
      say(PIPE_STATE, detail);
      say(PIPE_FROM_WALLET, detail === 'nonsense' ? '{"event":"saccountsChanged","data":[]}' : detail);
    }
    await provider.request({ method: 'get_height' });
    expect(asked.map(({ method }) => method)).toEqual(['get_balance', 'get_height']);
  });
});
