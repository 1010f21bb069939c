/** What the built app blocks in a real Chromium: injected scripts, frames and windows of other sites, referrers. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContext, type Page, type Worker } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.mjs';
import { serveFolder, type FolderServer } from '../../scripts/tools/app/serve.mjs';
import { findChromium } from '../../scripts/tools/setup/setup.mjs';
import type { HostWindow } from '../support/app-endpoint.ts';

const executablePath = findChromium();

/** Each attempt of an injected script, and its result. */
const inject = (): Record<string, string> => {
  interface Factory {
    createPolicy(name: string, rules: object): unknown;
  }
  const { trustedTypes } = globalThis as unknown as { trustedTypes: Factory };
  const rules = { createHTML: (text: string) => text, createScriptURL: (text: string) => text };
  const attempts: Record<string, () => unknown> = {
    'a policy of its own': () => trustedTypes.createPolicy('evil', rules),
    'the default policy': () => trustedTypes.createPolicy('default', rules),
    'our policy again': () => trustedTypes.createPolicy('ostro', rules),
    'a worker by a text': () => new Worker('./assets/x.js'),
  };
  if ('document' in globalThis)
    Object.assign(attempts, {
      'markup by a text': () => (document.body.innerHTML = '<b>x</b>'),
      'a script by a text': () => (document.createElement('script').src = 'https://evil.example/x.js'),
      "Svelte's policy again": () => trustedTypes.createPolicy('svelte-trusted-html', rules),
    });
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

describe.skipIf(executablePath === undefined)('the built app in Chromium', { timeout: 120_000 }, () => {
  let site: FolderServer;
  let browser: Browser;
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
    browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await site.stop();
    server.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
    heard.length = 0;
  });
  afterEach(() => context.close());

  const start = async (): Promise<void> => {
    await page.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
    await page.goto(site.url);
    await page.getByRole('heading').first().waitFor();
  };
  const call = (method: string, params: object): Promise<string> =>
    page.evaluate(
      (text) => (globalThis as HostWindow).ostroRpc!.request(text),
      JSON.stringify({ method, params }),
    );
  const named = async (name: RegExp): Promise<Worker> => {
    for (;;) {
      const found = page.workers().find((worker) => name.test(worker.url()));
      if (found) return found;
      await page.waitForEvent('worker');
    }
  };

  it('starts without an error on its console', async () => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    });
    await start();
    await page.waitForLoadState('networkidle');
    expect(errors).toEqual([]);
  });
  it('blocks an injected script in the page from making policies, markup and script addresses', async () => {
    await start();
    const outcome = await page.evaluate(inject);
    expect(Object.keys(outcome)).toHaveLength(7);
    expect(new Set(Object.values(outcome)), JSON.stringify(outcome)).toEqual(new Set(['TypeError']));
  });
  it.each([['wallet.worker'], ['pool.worker']])(
    'blocks an injected script in %s from making policies and script addresses',
    async (name) => {
      await start();
      await call('create_wallet', { filename: 'one', password: 'pw', language: 'English' });
      const worker = await named(new RegExp(name.replace('.', '\\.')));
      const outcome = await worker.evaluate(inject);
      // A scan worker starts no workers and has no policy of that name, so only the list of allowed names refuses it.
      const { 'our policy again': ours, ...rest } = outcome;
      if (name === 'wallet.worker') expect(ours).toBe('TypeError');
      expect(Object.keys(rest)).toHaveLength(3);
      expect(new Set(Object.values(rest)), JSON.stringify(rest)).toEqual(new Set(['TypeError']));
    },
  );
  it('does not appear in a frame of another site', async () => {
    html = `<iframe src="${site.url}"></iframe>`;
    await page.goto(`${elsewhere}/page`);
    await page.waitForTimeout(1500);
    const [, frame] = page.frames();
    expect(frame?.url()).toMatch(/^chrome-error:/);
  });
  it('starts no window for sites in a frame, even from a host without headers', async () => {
    const bare = await serveFolder({ root: await ensureBuilt(), headers: () => ({}) });
    const address = `${bare.url}connect.html`;
    html = `<iframe src="${address}"></iframe>`;
    await page.goto(`${elsewhere}/page`);
    await page.waitForTimeout(1500);
    const frame = page.frames()[1]!;
    expect(frame.url()).toBe(address);
    expect(await frame.locator('#ostro').innerHTML()).toBe('');
    expect(page.workers()).toEqual([]);
    // The same page on top does start.
    await page.goto(address);
    await page.getByRole('heading').first().waitFor();
    await bare.stop();
  });
  it('gives a site that opens it in a window no handle on that window', async () => {
    html = `<button onclick="opened = window.open('${site.url}')">open</button>`;
    await page.goto(`${elsewhere}/page`);
    const [opened] = await Promise.all([context.waitForEvent('page'), page.getByRole('button').click()]);
    await opened.waitForURL(site.url);
    await opened.getByRole('heading').first().waitFor();
    expect(await opened.evaluate(() => window.opener as unknown)).toBe(null);
    expect(await page.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed)).toBe(true);
  });
  it('ends the wallet worker at locking; the next worker knows only the settings', async () => {
    await start();
    await call('create_wallet', { filename: 'one', password: 'pw', language: 'English' });
    await call('auto_refresh', { enable: false });
    await call('set_log_categories', { categories: 'wallet:INFO' });
    const old = await named(/wallet\.worker/);
    const ended = new Promise((resolve) => old.once('close', resolve));
    const locking = performance.now();
    await call('close_wallet', {});
    await ended;
    expect(page.workers()).not.toContain(old);
    expect(await call('query_key', { key_type: 'mnemonic' })).toContain('"code": -13');
    const ready = performance.now();
    expect(await call('open_wallet', { filename: 'one', password: 'pw' })).toContain('"result"');
    console.info(
      `locked and answering in ${String(Math.round(ready - locking))} ms, open again in ${String(Math.round(performance.now() - ready))} ms`,
    );
    const next = await named(/wallet\.worker/);
    expect(next).not.toBe(old);
    expect(await call('set_log_categories', { categories: '+net:INFO' })).toContain('wallet:INFO');
  });
  it('sends no referrer, neither to a node nor to a linked site', async () => {
    await start();
    await call('x_node_health', { address: elsewhere });
    await page.evaluate((href) => {
      document.body.append(Object.assign(document.createElement('a'), { href, textContent: 'away' }));
    }, `${elsewhere}/page`);
    await page.getByText('away').click();
    await page.waitForURL(`${elsewhere}/page`);
    expect(heard.map(({ path }) => path)).toEqual(expect.arrayContaining(['/get_info', '/page']));
    expect(heard.filter(({ headers }) => headers.referer?.startsWith(site.url))).toEqual([]);
  });
  it("does not follow a node's redirect, not even to diagnose a failed request", async () => {
    await start();
    expect(await call('x_node_health', { address: `${elsewhere}/redirects` })).toContain(
      'no connection to daemon',
    );
    expect(heard.map(({ path }) => path)).toContain('/redirects/get_info');
    expect(heard.map(({ path }) => path)).not.toContain('/other-host');
  });
});
