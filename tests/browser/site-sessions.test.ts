/**
 * A hostile site tries to be another site, to get the session of one, or to stop the wallet's window with messages; and
 * looks for differences in time. In a real Chromium, with a real wallet; each site has a host name of its own.
 */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.mjs';
import { serveFolder, type FolderServer } from '../../scripts/tools/app/serve.mjs';
import { findChromium } from '../../scripts/tools/setup/setup.mjs';
import type { HostileAnswer } from '../support/hostile-page.ts';
import {
  openHostileTab,
  startHostileSites,
  type HostileSites,
  type HostileTab,
} from '../support/hostile-tab.ts';
import { openDoor, unlock, WALLET_PASSWORD } from '../support/site-wallet.ts';

const executablePath = findChromium();
/** Time in which a wrong answer would arrive. */
const PATIENCE_MS = 1000;
const SAMPLES = 60;

describe.skipIf(executablePath === undefined)('a hostile site', { timeout: 240_000 }, () => {
  let wallet: FolderServer;
  let sites: HostileSites;
  let browser: Browser;
  let context: BrowserContext;
  let shop: HostileTab;
  let window: Page;

  beforeAll(async () => {
    wallet = await serveFolder({ root: await ensureBuilt() });
    sites = await startHostileSites();
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    context = await browser.newContext();
    const { page, call } = await openDoor(context, wallet.url);
    await call('create_wallet', { filename: 'person', password: WALLET_PASSWORD, language: 'English' });
    await call('create_account', { label: 'not for sites' });
    // The shop is connected; its window is opened by each test.
    const origin = sites.origin('shop');
    const { ask } = await call('x_site_request', {
      origin,
      method: 'monero_requestPermissions',
      params: { identity: true, read: true },
    });
    const { id } = ask as { readonly id: string };
    await call('x_site_answer', { id, approve: true });
    await page.close();
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await wallet.stop();
    sites.stop();
  });
  beforeEach(async () => {
    shop = await openHostileTab(context, wallet.url, `${sites.origin('shop')}/`);
    window = await shop.open();
  });
  afterEach(async () => {
    for (const page of context.pages()) await page.close();
  });

  const settled = (answer: Promise<HostileAnswer>): Promise<HostileAnswer | undefined> =>
    Promise.race([answer, new Promise<undefined>((end) => setTimeout(end, PATIENCE_MS))]);
  const welcomes = (tab: HostileTab): Promise<number> => tab.run((hostile) => hostile.welcomes, undefined);

  it('leaves its session to no site that follows in its tab', async () => {
    await shop.connect();
    await shop.leave(`${sites.origin('evil')}/`);
    // The window's name leads the other site to an empty window of its own.
    await shop.run((hostile) => hostile.open(''), undefined);
    await shop.run((hostile) => hostile.hello(), undefined);
    await shop.page.waitForTimeout(PATIENCE_MS);
    expect(await welcomes(shop)).toBe(0);
    const shown = window.locator('[data-origin]').first();
    expect(await shown.getAttribute('data-origin')).toBe(sites.origin('shop'));
  });

  it('gets no session for a page in a frame of the connected site, or for a third page', async () => {
    await shop.connect();
    await unlock(window);
    sites.pages.set(
      '/framed',
      `<script>const wallet = open('', 'ostro-connect', 'popup');
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { document.title = 'welcomed'; };
      wallet.postMessage({ ostro: 'hello', v: 1, nonce: 'ab'.repeat(16) }, '*', [port2]);
      document.title = 'asked';</script>`,
    );
    // A frame of another site in the shop's page finds the shop's window by its name.
    const frame = await shop.page.evaluateHandle(
      (address) => {
        const element = document.createElement('iframe');
        element.src = address;
        document.body.append(element);
        return element;
      },
      `${sites.origin('evil')}/framed`,
    );
    const content = (await frame.contentFrame())!;
    await content.waitForFunction(() => document.title !== '');
    await shop.page.waitForTimeout(PATIENCE_MS);
    expect(await content.title()).toBe('asked');
    // A page of another tab gets a window of its own, which the shop's session does not concern.
    const third = await openHostileTab(context, wallet.url, `${sites.origin('evil')}/`);
    await third.run((hostile) => hostile.open(''), undefined);
    await third.run((hostile) => hostile.hello(), undefined);
    await third.page.waitForTimeout(PATIENCE_MS);
    expect(await welcomes(third)).toBe(0);
    expect(await shop.ask('get_balance')).toMatchObject({ result: { balance: 0n } });
  });

  it('without an origin gets no session: a sandboxed page', async () => {
    sites.pages.set(
      '/sandbox',
      `<iframe sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" srcdoc="<button>Open</button><script>
        let heard = [];
        addEventListener('message', ({ data }) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => { document.title = 'welcomed'; };
          wallet.postMessage({ ostro: 'hello', v: 1, nonce: 'cd'.repeat(16) }, '*', [port2]);
          document.title = 'asked';
        });
        let wallet;
        document.querySelector('button').onclick = () => {
          wallet = open('${wallet.url}connect.html', '', 'popup');
        };
      </script>"></iframe>`,
    );
    const page = await context.newPage();
    await page.goto(`${sites.origin('shop')}/sandbox`);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.frameLocator('iframe').getByRole('button').click(),
    ]);
    const frame = page.frames()[1]!;
    await frame.waitForFunction(() => document.title !== '');
    await page.waitForTimeout(PATIENCE_MS);
    expect(await frame.title()).toBe('asked');
    expect(await opened.getByRole('region', { name: 'Connected site' }).isVisible()).toBe(false);
  });

  it('gets nothing by a handshake that was used before, or one that names another site', async () => {
    const nonce = await shop.run((hostile) => hostile.hello(), undefined);
    await expect.poll(() => welcomes(shop)).toBe(1);
    for (const how of [{ nonce }, { fields: { origin: 'https://bank.example' } }, { fields: { v: 2 } }]) {
      await shop.run((hostile, given) => hostile.hello(given), how);
      await shop.page.waitForTimeout(PATIENCE_MS);
      expect(await welcomes(shop), JSON.stringify(how)).toBe(0);
    }
    await window.locator(`[data-origin="${sites.origin('shop')}"]`).waitFor();
  });

  it('cannot frame the window, and a frame beside it cannot speak for the site', async () => {
    // The frame page answers its parent alone: a sibling of another site gets no welcome.
    sites.pages.set(
      '/siblings',
      `<iframe src="${wallet.url}frame.html"></iframe><iframe src="${sites.origin('evil')}/sibling"></iframe>`,
    );
    sites.pages.set(
      '/sibling',
      `<script>setInterval(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { document.title = 'welcomed'; };
        const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
        parent.frames[0].postMessage({ ostro: 'hello', v: 1, nonce }, '*', [port2]);
        document.title ||= 'asked';
      }, 100);</script>`,
    );
    const page = await context.newPage();
    await page.goto(`${sites.origin('shop')}/siblings`);
    const sibling = page.frames()[2]!;
    await sibling.waitForFunction(() => document.title !== '');
    await page.waitForTimeout(2 * PATIENCE_MS);
    expect(await sibling.title()).toBe('asked');
  });

  it('is limited when it floods the window, and the window goes on', async () => {
    await shop.connect();
    await unlock(window);
    const answers = await Promise.all(shop.askAll(Array.from({ length: 200 }, () => ['get_height', {}])));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === -32005).length).toBeGreaterThan(100);
    expect(codes.filter((code) => code === undefined).length).toBeGreaterThan(0);
    // Questions: one is shown, four wait, the others are refused.
    await shop.page.waitForTimeout(PATIENCE_MS);
    const questions = shop.askAll(Array.from({ length: 15 }, (_, i) => ['sign', { data: `text ${i}` }]));
    const refused = await Promise.all(questions.slice(5));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([-32005]));
    expect(await window.locator('main.sheet').count()).toBe(1);
    await window.getByText('4 more of this site after this one').waitFor();
    // Thousands of broken messages end the session, not the window.
    await shop.run((hostile) => {
      hostile.malformed(3000);
    }, undefined);
    await window.getByText('No site is connected').waitFor();
    await shop.connect();
    expect(await shop.ask('get_balance')).toMatchObject({ result: { balance: 0n } });
  });

  it('gets no answer of any kind while the wallet is locked, nor where there is none', async () => {
    const nowhere = await browser.newContext();
    const lonely = await openHostileTab(nowhere, wallet.url, `${sites.origin('shop')}/`);
    await lonely.open();
    for (const tab of [shop, lonely]) {
      await tab.connect();
      const answers = tab.askAll([
        ['get_balance', {}],
        ['get_balance', { account_index: 7 }],
        ['query_key', { key_type: 'mnemonic' }],
        ['monero_getPermissions', {}],
        ['monero_requestPermissions', { identity: true }],
        ['transfer', { destinations: [] }],
      ]);
      for (const answer of await Promise.all(answers.map(settled))) expect(answer).toBeUndefined();
    }
    await nowhere.close();
  });

  it('sees no difference in time between an account of the person and one that does not exist', async () => {
    await shop.connect();
    await unlock(window);
    // The wallet has the accounts 0, 1 (of the person) and 2 (the shop's own, its number 0).
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < SAMPLES; i++)
      for (const kind of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { code, ms } = await shop.ask('get_balance', { account_index: kind === 0 ? 1 : 40 });
        expect(code).toBe(4100);
        times[kind].push(ms);
        await shop.page.waitForTimeout(50);
      }
    // Mann and Whitney: far more than by chance in one of 100,000 runs.
    expect(Math.abs(rankScore(...times))).toBeLessThan(4.4);
    // The same measure does see a difference of four times the usual time.
    const usual = times[1].toSorted((a, b) => a - b)[SAMPLES / 2]!;
    expect(
      Math.abs(
        rankScore(
          times[0],
          times[1].map((ms) => ms + 4 * usual),
        ),
      ),
    ).toBeGreaterThan(4.4);
  });
});

/** The standard score of the rank sum of `a` among both. */
const rankScore = (a: readonly number[], b: readonly number[]): number => {
  let u = 0;
  for (const x of a) for (const y of b) u += x > y ? 1 : x === y ? 0.5 : 0;
  const pairs = a.length * b.length;
  return (u - pairs / 2) / Math.sqrt((pairs * (a.length + b.length + 1)) / 12);
};
