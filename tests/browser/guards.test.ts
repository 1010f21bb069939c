/** What the built app blocks in a real Chromium: injected scripts, frames and windows of other sites, referrers. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, type Page, type Worker } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, openContext } from '../support/browser.ts';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../src/server/http/serve-folder.ts';
import type { HostWindow } from '../support/app-endpoint.ts';

/** Each attempt of an injected script, and its result. */
const inject = (): Record<string, string> => {
  interface Factory {
    createPolicy(name: string, rules: object): unknown;
  }
  const { trustedTypes } = globalThis as unknown as { trustedTypes: Factory };
  const rules = { createHTML: (text: string) => text, createScriptURL: (text: string) => text };
  const attempts: Record<string, () => unknown> = {
    'a policy of its own': () => trustedTypes.createPolicy('evil', rules),
    'a worker of another origin': () => new Worker('https://evil.example/x.js'),
  };
  if ('document' in globalThis)
    Object.assign(attempts, {
      'markup by a text': () => (document.body.innerHTML = '<b>x</b>'),
      'a script of another origin': () =>
        (document.createElement('script').src = 'https://evil.example/x.js'),
      "Svelte's policy again": () => trustedTypes.createPolicy('svelte-trusted-html', rules),
    });
  // Last, because in a worker that has no policy yet it would take part in the other attempts.
  attempts['our policy again'] = () => trustedTypes.createPolicy('default', rules);
  return Object.fromEntries(
    Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return [name, 'done'];
      } catch (error) {
        return [name, (error as Error).name];
      }
    }),
  );
};

describe('the built app in Chromium', () => {
  let site: FolderServer;
  let browser: Browser;
  /** The app with a wallet, opened once. */
  let app: Page;
  const errors: string[] = [];
  /** A tab of another site, which each test opens anew. */
  let context: BrowserContext;
  let page: Page;
  let elsewhere: string;
  let server: Server;
  const heard: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  /** The page of the other site. */
  let html = '';

  beforeAll(async () => {
    site = await serveFolder({ root: await ensureBuilt() });
    server = createServer(({ url, headers }, response) => {
      heard.push({ path: url!, headers });
      if (url === '/redirects/get_info') response.writeHead(307, { location: '/other-host' });
      else response.writeHead(200, { 'content-type': 'text/html' });
      response.end(url === '/page' ? html : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    elsewhere = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    browser = await launchBrowser();
    app = await (await openContext(browser)).newPage();
    app.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    });
    await app.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
    await app.goto(site.url);
    await app.getByRole('heading').first().waitFor();
    await call('create_wallet', { filename: 'one', password: 'pw', language: 'English' });
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
    server.close();
  });
  beforeEach(async () => {
    context = await openContext(browser);
    page = await context.newPage();
    heard.length = 0;
  });
  afterEach(() => context.close());

  const call = (method: string, params: object): Promise<string> =>
    app.evaluate(
      (text) => (globalThis as HostWindow).ostroRpc!.request(text),
      JSON.stringify({ method, params }),
    );
  const named = async (name: RegExp): Promise<Worker> => {
    for (;;) {
      const found = app.workers().find((worker) => name.test(worker.url()));
      if (found) return found;
      await app.waitForEvent('worker');
    }
  };

  it('starts without an error on its console', async () => {
    await app.waitForLoadState('networkidle');
    expect(errors).toEqual([]);
  });
  // threat: injected-script
  it('blocks an injected script in the page from making policies, markup and script addresses', async () => {
    const outcome = await app.evaluate(inject);
    expect(Object.keys(outcome)).toHaveLength(6);
    expect(Object.values(outcome), JSON.stringify(outcome)).not.toContain('done');
  });
  it.each([['wallet.worker'], ['pool.worker']])(
    'blocks an injected script in %s from making policies and script addresses',
    async (name) => {
      const worker = await named(new RegExp(name.replace('.', '\\.')));
      const outcome = await worker.evaluate(inject);
      // A scan worker starts no workers and has no policy of that name, so only the list of allowed names refuses it.
      const { 'our policy again': ours, ...rest } = outcome;
      if (name === 'wallet.worker') expect(ours).toBe('TypeError');
      expect(Object.keys(rest)).toHaveLength(2);
      expect(Object.values(rest), JSON.stringify(rest)).not.toContain('done');
    },
  );
  // threat: framing
  it('does not appear in a frame of another site', async () => {
    html = `<iframe src="${site.url}"></iframe>`;
    await page.goto(`${elsewhere}/page`);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  });
  // threat: framing
  it('starts no window for sites in a frame, even from a host without headers', async () => {
    const bare = await serveFolder({ root: await ensureBuilt(), headers: () => ({}) });
    const address = `${bare.url}connect.html`;
    html = `<iframe src="${address}"></iframe>`;
    await page.goto(`${elsewhere}/page`);
    const frame = page.frames()[1]!;
    await frame.waitForLoadState();
    expect(frame.url()).toBe(address);
    // The same page, opened later on top, starts and shows a screen; meanwhile the frame has shown none.
    const alone = await context.newPage();
    await alone.goto(address);
    await alone.getByRole('heading').first().waitFor();
    expect(await frame.locator('#ostro').innerHTML()).toBe('');
    expect(page.workers()).toEqual([]);
    await bare.stop();
  });
  // threat: framing
  it('gives a site that opens it in a window no handle on that window', async () => {
    html = `<button onclick="opened = window.open('${site.url}')">open</button>`;
    await page.goto(`${elsewhere}/page`);
    const [opened] = await Promise.all([context.waitForEvent('page'), page.getByRole('button').click()]);
    await opened.waitForURL(site.url);
    await opened.getByRole('heading').first().waitFor();
    expect(await opened.evaluate(() => window.opener as unknown)).toBe(null);
    expect(await page.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed)).toBe(true);
  });
  // threat: keys-after-lock
  it('ends the wallet worker at locking; the next worker knows only the settings', async () => {
    await call('auto_refresh', { enable: false });
    await call('set_log_categories', { categories: 'wallet:INFO' });
    const old = await named(/wallet\.worker/);
    const ended = new Promise((resolve) => old.once('close', resolve));
    await call('close_wallet', {});
    await ended;
    expect(app.workers()).not.toContain(old);
    expect(await call('query_key', { key_type: 'mnemonic' })).toContain('"code": -13');
    expect(await call('open_wallet', { filename: 'one', password: 'pw' })).toContain('"result"');
    const next = await named(/wallet\.worker/);
    expect(next).not.toBe(old);
    expect(await call('set_log_categories', { categories: '+net:INFO' })).toContain('wallet:INFO');
  });
  it("does not follow a node's redirect, not even to diagnose a failed request", async () => {
    expect(await call('x_node_health', { address: `${elsewhere}/redirects` })).toContain(
      'no connection to daemon',
    );
    expect(heard.map(({ path }) => path)).toContain('/redirects/get_info');
    expect(heard.map(({ path }) => path)).not.toContain('/other-host');
  });
  // The app leaves its page here: this test is the last.
  // threat: wrong-host
  it('sends no referrer, neither to a node nor to a linked site', async () => {
    await call('x_node_health', { address: elsewhere });
    await app.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href });
      document.body.append(link);
      link.click();
    }, `${elsewhere}/page`);
    await app.waitForURL(`${elsewhere}/page`);
    expect(heard.map(({ path }) => path)).toEqual(expect.arrayContaining(['/get_info', '/page']));
    expect(heard.filter(({ headers }) => headers.referer?.startsWith(site.url))).toEqual([]);
  });
});
