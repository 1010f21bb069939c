/**
 * A hostile site tries to be another site, to get the session of one, to stop the wallet's window with messages, or to tell an
 * account of the person from one that does not exist. In a real Chromium, with a real wallet; each site has a host name of its own.
 */
import type { Browser, BrowserContext, Frame, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, openContext, wholeChromium } from '../../support/browser.ts';
import { ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';
import type { HostileAnswer } from '../../support/hostile-page.ts';
import {
  openHostileTab,
  startHostileSites,
  type HostileSites,
  type HostileTab,
} from '../../support/hostile-tab.ts';
import { openDoor, unlock, WALLET_PASSWORD } from '../../support/site-wallet.ts';

/** In every window: answers `{ fence: true }`, which a site posts after a hello. The window handles messages in order. */
const answerFences = (): void =>
  addEventListener('message', ({ data, ports }: MessageEvent<{ readonly fence?: true } | null>) => {
    if (data?.fence) ports[0]?.postMessage('passed');
  });
/**
 * Posts a hello from `place` to the window that `target` names there, then two fences one after the other: whether the window
 * has answered the hello with a welcome. `fields`: more fields, or other values.
 */
const isWelcomed = (place: Page | Frame, target: string, fields: object = {}): Promise<boolean> =>
  place.evaluate<boolean>(`(async () => {
    const post = (message) => {
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => (port1.onmessage = resolve));
      ${target}.postMessage(message, '*', [port2]);
      return answer;
    };
    const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    let welcomed = false;
    void post({ ostro: 'hello', v: 1, nonce, ...${JSON.stringify(fields)} }).then(() => (welcomed = true));
    for (let i = 0; i < 2; i++) await post({ fence: true });
    return welcomed;
  })()`);

describe('a hostile site', () => {
  let wallet: FolderServer;
  let sites: HostileSites;
  let browser: Browser;
  let context: BrowserContext;
  let shop: HostileTab;
  let window: Page;

  beforeAll(async () => {
    wallet = await serveFolder({ root: await ensureBuilt() });
    sites = await startHostileSites();
    // The headless shell leaves the name of a window to the next site in a tab; the browser of persons does not.
    browser = await launchBrowser({ executablePath: wholeChromium() });
    context = await openContext(browser);
    await context.addInitScript(answerFences);
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
  });
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

  const welcomes = (tab: HostileTab): Promise<number> => tab.run((hostile) => hostile.welcomes, undefined);

  it('leaves its session to no site that follows in its tab', async () => {
    await shop.connect();
    await shop.leave(`${sites.origin('evil')}/`);
    // The window's name leads the other site to an empty window of its own.
    await shop.run((hostile) => hostile.open(''), undefined);
    expect(await isWelcomed(shop.page, 'hostile.target')).toBe(false);
    const shown = window.locator('[data-origin]').first();
    expect(await shown.getAttribute('data-origin')).toBe(sites.origin('shop'));
  });

  it('gets no session for a page in a frame of the connected site, or for a third page', async () => {
    await shop.connect();
    await unlock(window);
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
    await content.waitForLoadState();
    expect(await isWelcomed(content, "open('', 'ostro-connect', 'popup')")).toBe(false);
    // A page of another tab gets a window of its own, which the shop's session does not concern.
    const third = await openHostileTab(context, wallet.url, `${sites.origin('evil')}/`);
    await third.run((hostile) => hostile.open(''), undefined);
    expect(await isWelcomed(third.page, 'hostile.target')).toBe(false);
    expect(await shop.ask('get_balance')).toMatchObject({ result: { balance: 0n } });
  });

  it('without an origin gets no session: a sandboxed page', async () => {
    sites.pages.set(
      '/sandbox',
      `<iframe sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" srcdoc="<button>Open</button><script>
        let wallet;
        let ready = 0;
        addEventListener('message', ({ data }) => (ready += data.ostro === 'ready' ? 1 : 0));
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
    await frame.waitForFunction('ready > 0');
    expect(await isWelcomed(frame, 'wallet')).toBe(false);
    expect(await opened.getByRole('region', { name: 'Connected site' }).isVisible()).toBe(false);
  });

  it('gets nothing by a handshake that was used before, or one that names another site', async () => {
    const nonce = await shop.run((hostile) => hostile.hello(), undefined);
    await expect.poll(() => welcomes(shop)).toBe(1);
    for (const fields of [{ nonce }, { origin: 'https://bank.example' }, { v: 2 }])
      expect(await isWelcomed(shop.page, 'hostile.target', fields), JSON.stringify(fields)).toBe(false);
    await window.locator(`[data-origin="${sites.origin('shop')}"]`).waitFor();
  });

  it('cannot frame the window, and a frame beside it cannot speak for the site', async () => {
    // The frame page answers its parent alone: a sibling of another site gets no welcome.
    sites.pages.set(
      '/siblings',
      `<iframe src="${wallet.url}frame.html"></iframe><iframe src="${sites.origin('evil')}/sibling"></iframe>`,
    );
    const page = await context.newPage();
    await page.goto(`${sites.origin('shop')}/siblings`);
    // The frame answers as soon as its script runs.
    await expect.poll(() => isWelcomed(page, 'frames[0]')).toBe(true);
    expect(await isWelcomed(page.frames()[2]!, 'parent.frames[0]')).toBe(false);
  });

  it('is limited when it floods the window, and the window goes on', async () => {
    await shop.connect();
    await unlock(window);
    const answers = await Promise.all(shop.askAll(Array.from({ length: 200 }, () => ['get_height', {}])));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === -32005).length).toBeGreaterThan(100);
    expect(codes.filter((code) => code === undefined).length).toBeGreaterThan(0);
    // Questions: one is shown, four wait, the others are refused.
    // A new session, with its own limits.
    await shop.connect();
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
    const nowhere = await openContext(browser);
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
      const early: HostileAnswer[] = [];
      for (const answer of answers) void answer.then((each) => early.push(each));
      // The window refuses a broken message at once, after it has read the requests before it.
      await tab.run((hostile) => {
        hostile.malformed(1);
      }, undefined);
      await expect.poll(() => tab.run((hostile) => hostile.strays.length, undefined)).toBeGreaterThan(0);
      expect(early).toEqual([]);
      if (tab !== shop) continue;
      // They wait for the person.
      await unlock(window);
      expect(await answers[0]).toMatchObject({ result: { balance: 0n } });
    }
    await nowhere.close();
  });

  it('gets the same answer for an account of the person as for one that does not exist', async () => {
    await shop.connect();
    await unlock(window);
    // The wallet has the accounts 0, 1 (of the person) and 2 (the shop's own, its number 0). Neither answer needs the wallet,
    // so neither takes longer: tests/unit/rpc/sites/unknown-account.test.ts.
    const [persons, missing] = await Promise.all(
      shop.askAll([1, 40].map((account_index) => ['get_balance', { account_index }] as const)),
    );
    const shown = ({ code, reason, result }: HostileAnswer) => ({ code, reason, result });
    expect(persons!.code).toBe(4100);
    expect(shown(missing!)).toEqual(shown(persons!));
  });
});
