/** New versions of the app in a real Chromium: stored when every file is the one that the service worker lists. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchBrowser, openContext } from '../../support/browser.ts';
import { ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';
import { publishNewVersion, sha256 } from '../../support/new-version.ts';

// threat: swapped-app
describe('versions of the app in Chromium', () => {
  let dist: string;
  let browser: Browser;
  let dir: string;
  let site: FolderServer;
  let context: BrowserContext;
  let page: Page;
  let chunk: string;

  beforeAll(async () => {
    dist = await ensureBuilt();
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'ostro-versions-'));
    cpSync(dist, dir, { recursive: true, filter: (path) => !path.endsWith('.map') });
    chunk = `assets/${readdirSync(join(dir, 'assets')).find((name) => /^pool\.worker-.*\.js$/.test(name))!}`;
    site = await serveFolder({ root: dir });
    context = await openContext(browser);
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    await site.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const open = async (): Promise<void> => {
    await page.goto(site.url);
    await page.getByRole('heading').first().waitFor();
  };
  const stored = async (): Promise<readonly string[]> => {
    await open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    return apps();
  };
  const apps = (): Promise<readonly string[]> =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('ostro-app-')));
  const newVersion = (how: { readonly listed: boolean }): string => publishNewVersion(dir, chunk, how);

  it('stores a new version whose files match the list, and activates it only when the person agrees', async () => {
    const [old] = await stored();
    const next = newVersion({ listed: true });
    await open();
    await page.getByRole('button', { name: 'Use the new version' }).waitFor();
    expect(await apps()).toEqual([old, next]);
  });
  it('shows the hash of a new version, how many files it changes, and what it says of itself', async () => {
    const [old] = await stored();
    const next = newVersion({ listed: true });
    await open();
    await page.getByRole('button', { name: 'What is new' }).click();
    const sheet = page.getByRole('dialog');
    for (const name of [old!, next]) await sheet.getByText(name.replace('ostro-app-', '')).waitFor();
    expect(await sheet.getByText('This version names no changes.').count()).toBe(1);
  });
  it('goes on with the old version after all pages were closed, until the person agrees', async () => {
    const [old] = await stored();
    const running = async (): Promise<boolean> =>
      sha256(
        Uint8Array.from(
          await page.evaluate(
            async (path) => Array.from(new Uint8Array(await (await fetch(path)).arrayBuffer())),
            `./${chunk}`,
          ),
        ),
      ) === before;
    const before = sha256(readFileSync(join(dir, chunk)));
    const next = newVersion({ listed: true });
    await open();
    await page.getByRole('button', { name: 'Use the new version' }).waitFor();
    await page.close();
    page = await context.newPage();
    await open();
    // The browser has started the service worker of the new version.
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting === null);
    await page.getByRole('button', { name: 'Use the new version' }).waitFor();
    expect(await apps()).toEqual([old, next]);
    expect(await running()).toBe(true);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Use the new version' }).click(),
    ]);
    await page.getByRole('heading').first().waitFor();
    expect(await running()).toBe(false);
    await vi.waitFor(async () => expect(await apps()).toEqual([next]));
    expect(await page.getByRole('button', { name: 'Use the new version' }).count()).toBe(0);
  });
  it('is not taken while another tab makes a payment', async () => {
    const before = await stored();
    const next = newVersion({ listed: true });
    const other = await context.newPage();
    await other.goto(site.url);
    // What a page does while a payment is checked, signed or sent: src/ui/state/payment-lock.ts.
    await other.evaluate(() => {
      void navigator.locks.request('ostro-payment', { mode: 'shared' }, () => new Promise(() => undefined));
    });
    await open();
    await page.getByRole('button', { name: 'Use the new version' }).click();
    await page.getByRole('alert').filter({ hasText: 'A payment is being made.' }).waitFor();
    expect(await apps()).toEqual([...before, next]);
    await other.close();
    // The browser frees the locks of a closed tab a moment later.
    await page.waitForFunction(async () =>
      (await navigator.locks.query()).held?.every(({ name }) => name !== 'ostro-payment'),
    );
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Use the new version' }).click(),
    ]);
  });
  it('names a file of which the server has one byte changed, before anything is typed', async () => {
    const before = await stored();
    const bytes = readFileSync(join(dir, chunk));
    bytes[0] = bytes[0]! ^ 1;
    writeFileSync(join(dir, chunk), bytes);
    await open();
    await page.getByRole('alert').filter({ hasText: chunk }).waitFor();
    expect(await page.getByText('you go on with the version on this device').count()).toBe(1);
    expect(await apps()).toEqual(before);
  });
  it('refuses a version with one wrong byte, keeps the old one, and the page reports it', async () => {
    const before = await stored();
    const wrong = newVersion({ listed: false });
    await open();
    await page.getByRole('alert').filter({ hasText: chunk }).waitFor();
    expect(await page.getByText('you go on with the version on this device').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Use the new version' }).count()).toBe(0);
    expect(await apps()).toEqual(before);
    expect(before).not.toContain(wrong);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBe(null);
    // The page runs the stored file, not the server's present one.
    const kept = await page.evaluate(async (path) => (await fetch(path)).text(), `./${chunk}`);
    expect(sha256(Buffer.from(kept))).not.toBe(sha256(readFileSync(join(dir, chunk))));
  });
  it('does not store a first version with one wrong byte', async () => {
    newVersion({ listed: false });
    await open();
    await page.getByRole('alert').filter({ hasText: 'do not enter words or a password here' }).waitFor();
    expect(await apps()).toEqual([]);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
  });
});
