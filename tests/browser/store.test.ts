/**
 * The store in its real environment: IndexedDB, Web Locks, BroadcastChannel, WebCrypto and Argon2id in workers of a real
 * Chromium, in several tabs, with tabs that are killed and a disk that fills up.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, launchOptions, openContext } from '../support/browser.ts';

type Answer = { readonly done: unknown } | { readonly failed: string };
interface Tab {
  readonly page: Page;
  call(...call: unknown[]): Promise<Answer>;
}

describe('the store in Chromium', () => {
  let server: ViteDevServer;
  let address: string;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    server = await createServer({
      configFile: false,
      root: join(import.meta.dirname, 'store-page'),
      cacheDir: await mkdtemp(join(tmpdir(), 'ostro-store-vite-')),
      logLevel: 'error',
      server: { host: '127.0.0.1', port: 0, hmr: false, fs: { allow: [join(import.meta.dirname, '../..')] } },
      optimizeDeps: { include: ['idb', 'hash-wasm'] },
    });
    await server.listen();
    address = server.resolvedUrls!.local[0]!;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await rm(server.config.cacheDir, { recursive: true, force: true });
  });

  beforeEach(async () => {
    context = await openContext(browser);
  });
  afterEach(() => context.close());

  const tab = async (place = context): Promise<Tab> => {
    const page = await place.newPage();
    await page.goto(address);
    await page.waitForFunction(() => 'store' in globalThis);
    return {
      page,
      call: (...call) =>
        page.evaluate(
          (args) =>
            (globalThis as unknown as { store: (...args: unknown[]) => Promise<Answer> }).store(...args),
          call,
        ),
    };
  };
  const done = { done: undefined };

  it('keeps a wallet when the browser is closed and started again', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'ostro-store-profile-'));
    const launch = () => chromium.launchPersistentContext(profile, launchOptions());
    const before = await launch();
    const first = await tab(before);
    expect(await first.call('create', 'a', 'pass', 'zero')).toEqual(done);
    expect(await first.call('append', 'a', 'one', 'two')).toEqual(done);
    expect(await first.call('compact', 'a', 'snapshot')).toEqual(done);
    expect(await first.call('append', 'a', 'three')).toEqual(done);
    expect(await first.call('changePassword', 'a', 'pass', 'new')).toEqual(done);
    await before.close();
    const after = await launch();
    const second = await tab(after);
    expect(await second.call('list')).toMatchObject({ done: [{ name: 'a', openElsewhere: false }] });
    expect(await second.call('open', 'a', 'pass', false)).toEqual({ failed: 'wrong_password' });
    expect(await second.call('open', 'a', 'new', false)).toEqual(done);
    expect(await second.call('load', 'a')).toEqual({ done: ['snapshot', 'three'] });
    await second.call('close', 'a');
    expect(await second.call('remove', 'a', 'new')).toEqual(done);
    expect(await second.call('list')).toEqual({ done: [] });
    await after.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  it('gives a wallet to one of two tabs; the other tab can take it over, and the first can take it back', async () => {
    const [one, two] = [await tab(), await tab()];
    await one.call('create', 'a', 'pass', 'from one');
    expect(await one.call('list')).toMatchObject({ done: [{ openElsewhere: false }] });
    expect(await two.call('list')).toMatchObject({ done: [{ openElsewhere: true }] });
    expect(await two.call('open', 'a', 'pass', false)).toEqual({ failed: 'wallet_open_elsewhere' });
    expect(await two.call('remove', 'a', 'pass')).toEqual({ failed: 'wallet_open_elsewhere' });

    const running = one.call('append', 'a', 'under way 1', 'under way 2');
    expect(await two.call('open', 'a', 'pass', true)).toEqual(done);
    await running;
    expect(await one.call('lost')).toEqual({ done: ['a'] });
    expect(await one.call('append', 'a', 'late')).toEqual({ failed: 'wallet_open_elsewhere' });
    await two.call('append', 'a', 'from two');
    expect(await one.call('open', 'a', 'pass', true)).toEqual(done);
    expect(await one.call('load', 'a')).toEqual({
      done: ['from one', 'under way 1', 'under way 2', 'from two'],
    });
    expect(await two.call('lost')).toEqual({ done: ['a'] });
  });

  it('frees a wallet with every commit when its tab is closed or its renderer is killed', async () => {
    const [one, two, three] = [await tab(), await tab(), await tab()];
    await one.call('create', 'a', 'pass', 'one');
    await one.page.close();
    await expect.poll(() => two.call('open', 'a', 'pass', false)).toEqual(done);
    await two.call('append', 'a', 'two');
    const entries = Array.from({ length: 300 }, (_, i) => `batch ${i}`);
    await two.call('append', 'a', ...entries.slice(0, 50));
    two.call('append', 'a', ...entries.slice(50)).catch(() => undefined);
    const crashed = two.page.waitForEvent('crash');
    two.page.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await expect.poll(() => three.call('open', 'a', 'pass', false)).toEqual(done);
    const { done: found } = (await three.call('load', 'a')) as { done: string[] };
    expect(found.slice(0, 2)).toEqual(['one', 'two']);
    expect(found.length).toBeGreaterThanOrEqual(52);
    expect(found.slice(2)).toEqual(entries.slice(0, found.length - 2));
    expect(await three.call('append', 'a', 'goes on')).toEqual(done);
  });

  it('lets another tab take a wallet from a frozen tab, whose late commit then writes nothing', async () => {
    const [one, two] = [await tab(), await tab()];
    await one.call('create', 'a', 'pass', 'one');
    // A worker that is paused in the debugger neither receives the request to release the wallet nor finishes anything.
    const session = await context.newCDPSession(one.page);
    const workers: string[] = [];
    session.on('Target.attachedToTarget', ({ sessionId }) => void workers.push(sessionId));
    await session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: false,
    });
    await expect.poll(() => workers.length).toBe(1);
    const toWorker = (id: number, method: string) =>
      session.send('Target.sendMessageToTarget', {
        sessionId: workers[0]!,
        message: JSON.stringify({ id, method }),
      });
    await toWorker(1, 'Debugger.enable');
    await toWorker(2, 'Debugger.pause');
    const late = one.call('append', 'a', 'late');
    expect(await two.call('open', 'a', 'pass', true)).toEqual(done);
    await two.call('append', 'a', 'two');
    await toWorker(3, 'Debugger.disable');
    expect(await late).toEqual({ failed: 'wallet_open_elsewhere' });
    expect(await one.call('lost')).toEqual({ done: ['a'] });
    expect(await two.call('load', 'a')).toEqual({ done: ['one', 'two'] });
  });

  it('reports a full disk, loses nothing, and continues when there is room again', async () => {
    const one = await tab();
    const session = await context.newCDPSession(one.page);
    const origin = new URL(address).origin;
    // Before the first transaction: Chromium caches the free space for a while.
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000_000 });
    await one.call('create', 'a', 'pass', 'one');
    expect(await one.call('appendBytes', 'a', 3_000_000)).toEqual({ failed: 'storage_full' });
    expect(await one.call('load', 'a')).toEqual({ done: ['one'] });
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    expect(await one.call('append', 'a', 'two')).toEqual(done);
    expect(await one.call('load', 'a')).toEqual({ done: ['one', 'two'] });
  });

  it('notices that the browser deleted the database', async () => {
    const one = await tab();
    await one.call('create', 'a', 'pass', 'one');
    await one.call('close', 'a');
    expect(await one.call('health')).toMatchObject({ done: { persisted: false, vanished: [] } });
    const session = await context.newCDPSession(one.page);
    const origin = new URL(address).origin;
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    expect(await one.call('list')).toEqual({ done: [] });
    expect(await one.call('health')).toMatchObject({ done: { vanished: [{ name: 'a' }] } });
    await one.call('forget');
    expect(await one.call('health')).toMatchObject({ done: { vanished: [] } });
  });

  it('imports the exported file of one wallet as another wallet', async () => {
    const one = await tab();
    await one.call('create', 'a', 'pass', 'one');
    const copied = await one.page.evaluate(async () => {
      const { store } = globalThis as unknown as {
        store: (...call: unknown[]) => Promise<{ done: Uint8Array }>;
      };
      const { done: file } = await store('exportFile', 'a');
      file[file.length - 40]! ^= 1;
      const refused = await store('importFile', file, 'b');
      file[file.length - 40]! ^= 1;
      return [refused, await store('importFile', file, 'b')];
    });
    expect(copied).toMatchObject([{ failed: 'file_damaged' }, { done: { name: 'b' } }]);
    expect(await one.call('open', 'b', 'pass', false)).toEqual(done);
    expect(await one.call('load', 'b')).toEqual({ done: ['one'] });
  });
});
