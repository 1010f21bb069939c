/**
 * The build that a site serves itself and shows in its own pages (OSTRO_FRAME_ANCESTORS), in a real Chromium with
 * partitioned storage: it says who serves it, and nothing else may contain it. The usual build runs in no frame.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type Frame, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, openContext } from '../../support/browser.ts';
import { buildApp, ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';
import { headersOf } from '../../../src/server/http/headers.ts';
import type { HostWindow } from '../../support/app-endpoint.ts';

// threat: framing
describe('the app in a frame', () => {
  const root = mkdtempSync(join(tmpdir(), 'ostro-framed-'));
  let server: Server;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** The wallet's server, and the same files from a server without headers. */
  let wallet: FolderServer;
  let bare: FolderServer;
  /** The usual build, without headers. */
  let usual: FolderServer;
  /** Hosts and ports of the wallet and of the page that contains it. */
  let walletHost: string;
  let shopHost: string;

  beforeAll(async () => {
    // Every page of this server is one that contains the address in its query.
    server = createServer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<iframe width="390" height="700" src="${decodeURIComponent(url!.split('?')[1] ?? '')}"></iframe>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const shopPort = String((server.address() as AddressInfo).port);
    shopHost = `shop.localhost:${shopPort}`;
    const ancestors = ["'self'", `http://${shopHost}`];
    await buildApp(undefined, { outDir: root, ancestors });
    wallet = await serveFolder({
      root,
      headers: (name) => headersOf(name, {}, ancestors),
      // A page of the wallet's own site that contains the address in its query.
      first: ({ url }, response) => {
        const [path, address] = (url ?? '').split('?');
        if (path !== '/shop') return false;
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(`<iframe src="${decodeURIComponent(address ?? '')}"></iframe>`);
        return true;
      },
    });
    walletHost = `wallet.localhost:${String(wallet.port)}`;
    bare = await serveFolder({ root, headers: () => ({}) });
    usual = await serveFolder({ root: await ensureBuilt(), headers: () => ({}) });
    // Replaces Playwright's own list, which disables the partitioning of storage that every user has.
    browser = await launchBrowser({ args: ['--disable-features=HttpsUpgrades,MediaRouter'] });
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([wallet.stop(), bare.stop(), usual.stop()]);
    server.close();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(async () => {
    context = await openContext(browser);
    await context.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
    page = await context.newPage();
  });
  afterEach(() => context.close());

  /** The frame with this address in a page of the given host. */
  const framed = async (host: string, address: string, path = '/'): Promise<Frame> => {
    await page.goto(`http://${host}${path}?${encodeURIComponent(address)}`);
    return page.frames()[1]!;
  };
  const line = (place: Page | Frame): Promise<string> =>
    place.getByRole('region', { name: 'Who serves this wallet' }).innerText();
  const call = (place: Page | Frame, method: string, params: object): Promise<string> =>
    place.evaluate(
      (text) => (globalThis as HostWindow).ostroRpc!.request(text),
      JSON.stringify({ method, params }),
    );

  it('says on every screen who serves it and which page contains it, and where its wallets are stored', async () => {
    const frame = await framed(shopHost, `http://${walletHost}/`);
    const served = `Served by ${walletHost} inside a page of ${shopHost}. Both sites can change what you see.`;
    expect(await line(frame)).toContain(served);
    expect(await line(frame)).toContain('Elsewhere, Ostro may not show a wallet that you make here');
    for (const place of ['new', 'restore', 'settings']) {
      await frame.evaluate((hash) => (location.hash = hash), `#/${place}`);
      await frame.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await line(frame)).toContain(served);
    }
    await call(frame, 'create_wallet', { filename: 'here', password: 'pw', language: 'English' });
    await expect.poll(() => line(frame)).toBe(served);
    // The browser stores the frame's wallet apart: a window of the wallet's own does not have it.
    expect(await call(frame, 'x_list_wallets', {})).toContain('here');
    const own = await context.newPage();
    await own.goto(`http://${walletHost}/`);
    expect(await line(own)).toBe(
      `Served by ${walletHost}. The operator of this site can change what this wallet shows and does.`,
    );
    expect(await call(own, 'x_list_wallets', {})).not.toContain('here');
  });
  it('is part of a page of its own site, and stores its wallets with that site', async () => {
    const frame = await framed(walletHost, `http://${walletHost}/`, '/shop');
    expect(await line(frame)).toMatch(
      `Served by ${walletHost} inside a page of ${walletHost}. This site can change what you see.`,
    );
    expect(await line(frame)).not.toContain('may not show a wallet');
    await call(frame, 'create_wallet', { filename: 'ours', password: 'pw', language: 'English' });
    const own = await context.newPage();
    await own.goto(`http://${walletHost}/`);
    expect(await call(own, 'x_list_wallets', {})).toContain('ours');
  });
  it('does not appear in a page that the build does not name, and connect.html appears in none', async () => {
    const attempts = [
      await framed(`evil.localhost:${shopHost.split(':')[1]!}`, `http://${walletHost}/`),
      await framed(shopHost, `http://${walletHost}/connect.html`),
      await framed(walletHost, `http://${walletHost}/connect.html`, '/shop'),
    ];
    for (const frame of attempts) {
      await expect.poll(() => frame.url()).toMatch(/^chrome-error:/);
    }
  });
  it('starts no wallet in a page that the build does not name, even from a host without headers', async () => {
    const evil = `evil.localhost:${shopHost.split(':')[1]!}`;
    for (const [host, address] of [
      [evil, bare.url],
      // The usual build names no page.
      [shopHost, usual.url],
    ] as const) {
      const frame = await framed(host, address);
      await frame.getByRole('link', { name: 'Open Ostro by itself' }).waitFor();
      expect(await frame.locator('#ostro').innerText()).toContain('does not run inside other pages');
      expect(page.workers()).toEqual([]);
    }
  });
});
