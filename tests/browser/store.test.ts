/**
 * The store in its real environment: IndexedDB, Web Locks, BroadcastChannel, WebCrypto and Argon2id in workers of a real
 * Chromium, in several tabs, with tabs that are killed and a disk that fills up.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, launchOptions, openContext } from '../support/browser.ts';
import type { ServedPage } from '../support/served-page.ts';
import {
  askStore,
  DONE,
  serveStorePage,
  STORE_CASES,
  STORE_IS_READY,
  type StoreTab,
} from '../support/store-cases.ts';

type Tab = StoreTab & { readonly page: Page };

describe('the store in Chromium', () => {
  let served: ServedPage;
  let address: string;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    served = await serveStorePage();
    address = served.url;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await served.stop();
  });

  beforeEach(async () => {
    context = await openContext(browser);
  });
  afterEach(() => context.close());

  const tab = async (place = context): Promise<Tab> => {
    const page = await place.newPage();
    await page.goto(address);
    await page.waitForFunction(STORE_IS_READY);
    return { page, evaluate: (expression) => page.evaluate(expression), close: () => page.close() };
  };

  it.each(Object.entries(STORE_CASES))('%s', async (_, run) => {
    await run({
      open: () => tab(),
      kill: async ({ page }: Tab) => {
        const crashed = page.waitForEvent('crash');
        page.goto('chrome://crash').catch(() => undefined);
        await crashed;
      },
    });
  });

  it('keeps a wallet when the browser is closed and started again', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'ostro-store-profile-'));
    const launch = () => chromium.launchPersistentContext(profile, launchOptions());
    const before = await launch();
    const first = await tab(before);
    expect(await askStore(first, 'create', 'a', 'pass', 'zero')).toEqual(DONE);
    expect(await askStore(first, 'append', 'a', 'one', 'two')).toEqual(DONE);
    await before.close();
    const after = await launch();
    const second = await tab(after);
    expect(await askStore(second, 'list')).toMatchObject({ done: [{ name: 'a', openElsewhere: false }] });
    expect(await askStore(second, 'open', 'a', 'pass', false)).toEqual(DONE);
    expect(await askStore(second, 'load', 'a')).toEqual({ done: ['zero', 'one', 'two'] });
    await after.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  it('lets another tab take a wallet from a frozen tab, whose late commit then writes nothing', async () => {
    const [one, two] = [await tab(), await tab()];
    await askStore(one, 'create', 'a', 'pass', 'one');
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
    const late = askStore(one, 'append', 'a', 'late');
    expect(await askStore(two, 'open', 'a', 'pass', true)).toEqual(DONE);
    await askStore(two, 'append', 'a', 'two');
    await toWorker(3, 'Debugger.disable');
    expect(await late).toEqual({ failed: 'wallet_open_elsewhere' });
    expect(await askStore(one, 'lost')).toEqual({ done: ['a'] });
    expect(await askStore(two, 'load', 'a')).toEqual({ done: ['one', 'two'] });
  });

  it('reports a full disk, loses nothing, and continues when there is room again', async () => {
    const one = await tab();
    const session = await context.newCDPSession(one.page);
    const origin = new URL(address).origin;
    // Before the first transaction: Chromium caches the free space for a while.
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000_000 });
    await askStore(one, 'create', 'a', 'pass', 'one');
    expect(await askStore(one, 'appendBytes', 'a', 3_000_000)).toEqual({ failed: 'storage_full' });
    expect(await askStore(one, 'load', 'a')).toEqual({ done: ['one'] });
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    expect(await askStore(one, 'append', 'a', 'two')).toEqual(DONE);
    expect(await askStore(one, 'load', 'a')).toEqual({ done: ['one', 'two'] });
  });

  it('notices that the browser deleted the database', async () => {
    const one = await tab();
    await askStore(one, 'create', 'a', 'pass', 'one');
    await askStore(one, 'close', 'a');
    expect(await askStore(one, 'health')).toMatchObject({ done: { persisted: false, vanished: [] } });
    const session = await context.newCDPSession(one.page);
    const origin = new URL(address).origin;
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    expect(await askStore(one, 'list')).toEqual({ done: [] });
    expect(await askStore(one, 'health')).toMatchObject({ done: { vanished: [{ name: 'a' }] } });
    await askStore(one, 'forget');
    expect(await askStore(one, 'health')).toMatchObject({ done: { vanished: [] } });
  });
});
