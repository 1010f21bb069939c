/** Sites and the browser extension, in a whole Chromium: a site that is on connects and pays; hostile pages get nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import {
  buildExtension,
  extensionId,
  openWithExtension,
  withAccess,
  type Installed,
} from '../../support/extension.ts';
import { refusals } from '../../support/policy-guard.ts';
import { agree, ask, eventsOf, startShop, type Shop } from '../../support/shop.ts';
import { makeFirstWallet, receiveAddress, spendable, unlock, visit } from '../../e2e/journeys.ts';
import { look } from '../../e2e/look.ts';

/** A page with this header can open no window at all. */
const NO_WINDOWS = { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' };
const HALF = 500_000_000_000n;

let build: string;
let profile: string;
let shop: Shop;
test.beforeAll(async () => {
  build = await buildExtension();
});
test.beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), 'ostro-profile-'));
  // The address of the app answers nothing here: only the extension can.
  shop = await startShop('https://wallet.invalid/', NO_WINDOWS);
});
test.afterEach(() => {
  shop.stop();
  rmSync(profile, { recursive: true, force: true });
});

/** What the person does: Settings, Connected sites. The browser's own question is answered by `withAccess`. */
const turnOn = async (wallet: Page, address: string): Promise<void> => {
  await visit(wallet, 'sites');
  await wallet.getByLabel('Address of the site').fill(address);
  await wallet.getByRole('button', { name: 'Turn the site on' }).click();
  await expect(wallet.locator(`[data-origin="${address}"]`)).toBeVisible();
};
/** The names of the providers that the page finds. */
const providersOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const hear = (event: Event): void => {
      found.push((event as CustomEvent<{ info: { rdns: string } }>).detail.info.rdns);
    };
    addEventListener('monero:announceProvider', hear);
    dispatchEvent(new Event('monero:requestProvider'));
    removeEventListener('monero:announceProvider', hear);
    return found;
  });
/** The windows of the extension for sites. */
const windowsOf = ({ context, url }: Installed): readonly Page[] =>
  context.pages().filter((page) => page.url().startsWith(`${url}connect.html`));
const windowOf = async (context: BrowserContext, work: () => Promise<unknown>): Promise<Page> => {
  const opened = context.waitForEvent('page');
  await work();
  return opened;
};

test('a site that is on connects and pays without opening a window, and gets nothing after it was turned off', async ({
  devnet,
}) => {
  const folder = withAccess(join(build, 'chromium'), [`${devnet.daemonUrl}/*`, `${shop.origin}/*`]);
  const installed = await openWithExtension(folder, profile);
  const { context, url } = installed;
  const own = await context.newPage();
  await own.goto(`${url}index.html`);
  await makeFirstWallet(own, 'Everyday');
  await visit(own, 'nodes');
  await own.getByRole('button', { name: 'Add a node' }).click();
  await own.getByLabel('Address of the node').fill(devnet.daemonUrl);
  await own.getByRole('button', { name: 'Add this node' }).click();
  await expect(own.getByRole('dialog')).toBeHidden();
  const address = await receiveAddress(own);
  await devnet.faucet(address);
  await devnet.mine(11);
  await expect.poll(() => spendable(own)).toBe('10');

  const site = await context.newPage();
  await site.goto(shop.url);
  await test.step('a site that is off does not see the extension', async () => {
    expect(await providersOf(site)).toEqual([]);
    const answer = await ask(site, 'monero_requestPermissions', { identity: true });
    expect((await answer()).error).toEqual({ code: -32002, reason: 'popup_blocked' });
  });
  await test.step('the person turns it on', async () => {
    await own.bringToFront();
    await turnOn(own, shop.origin);
    await look(own, 'sites in the extension');
    await own.close();
    await site.reload();
    expect(await providersOf(site)).toEqual(['invalid.ostro']);
  });
  let answer!: Awaited<ReturnType<typeof ask>>;
  const wallet = await windowOf(context, async () => {
    answer = await ask(site, 'monero_requestPermissions', { identity: true, read: true, spend: true });
  });
  await test.step('it connects', async () => {
    await expect(wallet.getByRole('region', { name: 'Connected site' })).toContainText(shop.origin);
    await unlock(wallet);
    await expect(wallet.getByRole('heading', { name: 'A site asks to connect' })).toBeVisible();
    await agree(wallet, /^Connect$/);
    expect((await answer()).result).toHaveProperty('identity');
    await expect.poll(() => eventsOf(site)).toHaveLength(1);
    expect((await (await ask(site, 'get_balance'))()).result).toMatchObject({ balance: 0n });
    expect((await (await ask(site, 'query_key', { key_type: 'mnemonic' }))()).error).toMatchObject({
      code: 4200,
    });
  });
  const payment = { destinations: [{ address, amount: HALF }] };
  await test.step('it is refused, and paid', async () => {
    const refused = await ask(site, 'transfer', payment);
    await wallet.getByRole('button', { name: 'Refuse' }).click();
    expect((await refused()).error).toMatchObject({ code: 4001 });
    const paying = await ask(site, 'transfer', payment);
    await agree(wallet, /^Pay 0\.50 XMR$/);
    expect((await paying()).result!['tx_hash']).toMatch(/^[0-9a-f]{64}$/);
    expect(windowsOf(installed)).toHaveLength(1);
  });
  await test.step('its page is loaded again, and the same window answers without the password', async () => {
    await site.reload();
    expect((await (await ask(site, 'get_balance'))()).result).toHaveProperty('balance');
    expect(windowsOf(installed)).toHaveLength(1);
  });
  // threat: site-consent
  await test.step('the person turns it off while it is connected', async () => {
    await wallet.getByRole('button', { name: 'Look at the wallet' }).click();
    const settings = await context.newPage();
    await settings.goto(`${url}index.html#/sites`);
    await unlock(settings);
    await settings.getByRole('button', { name: 'Use it here' }).click();
    await visit(settings, 'sites');
    // The window has the wallet again, from this tab.
    await expect(wallet.getByLabel('Password for this device', { exact: true })).toBeHidden();
    await settings.getByRole('button', { name: `Turn off ${shop.origin}` }).click();
    await expect(settings.getByText('The site is off')).toBeVisible();
    await site.bringToFront();
    // Its session has ended already.
    const asked = await ask(site, 'transfer', payment);
    expect((await asked()).error).toMatchObject({ code: 4900, reason: 'site_off' });
    await site.reload();
    expect(await providersOf(site)).toEqual([]);
  });
  await context.close();
  rmSync(folder, { recursive: true });
  expect(refusals).toEqual([]);
});

test('the icon lets a site in there and then; its tabs share one window and one queue, without a password', async ({
  devnet,
}) => {
  const folder = withAccess(join(build, 'chromium'), [`${devnet.daemonUrl}/*`, `${shop.origin}/*`]);
  const installed = await openWithExtension(folder, profile);
  const { context, url, worker } = installed;
  const own = await context.newPage();
  await own.goto(`${url}index.html`);
  await makeFirstWallet(own, 'Everyday');
  await visit(own, '');

  const first = await context.newPage();
  await first.goto(shop.url);
  expect(await providersOf(first)).toEqual([]);
  await test.step('the person presses the icon at the site', async () => {
    await (
      await worker()
    ).evaluate(async (at) => {
      const { chrome } = globalThis as unknown as {
        chrome: {
          tabs: { query(of: object): Promise<readonly { id: number }[]> };
          action: { onClicked: { dispatch(tab: object): void } };
        };
      };
      const [tab] = await chrome.tabs.query({ active: true });
      // The address that activeTab shows after a press.
      chrome.action.onClicked.dispatch({ ...tab, url: at });
    }, shop.url);
    await expect(own.getByRole('region', { name: 'This site' })).toContainText(shop.origin);
    await look(own, 'the icon at a site');
    await own.getByRole('button', { name: 'Let it ask' }).click();
    await expect(own.getByRole('region', { name: 'This site' })).toBeHidden();
    // The page need not be loaded again.
    await expect.poll(() => providersOf(first)).toEqual(['invalid.ostro']);
    await expect.poll(() => first.evaluate(() => document.visibilityState)).toBe('visible');
  });
  let answer!: Awaited<ReturnType<typeof ask>>;
  const wallet = await windowOf(context, async () => {
    answer = await ask(first, 'monero_requestPermissions', { identity: true, spend: true });
  });
  const heading = wallet.getByRole('heading', { name: 'A site asks to connect' });
  await test.step('it asks without a password, since the wallet is open in a tab', async () => {
    await expect(heading).toBeVisible();
    await agree(wallet, /^Connect$/);
    expect((await answer()).result).toHaveProperty('identity');
    await expect(wallet.getByRole('button', { name: /^Back to shop\.localhost/ })).toBeVisible();
  });
  await test.step('two tabs ask at once: one window, one question after the other', async () => {
    const second = await context.newPage();
    await second.goto(shop.url);
    const texts = ['of the first tab', 'of the second tab'];
    const answers = [
      await ask(first, 'sign', { data: texts[0]! }),
      await ask(second, 'sign', { data: texts[1]! }),
    ];
    expect(windowsOf(installed)).toHaveLength(1);
    for (const [i, text] of texts.entries()) {
      await expect(wallet.getByText(text)).toBeVisible();
      await agree(wallet, /^Sign$/);
      expect((await answers[i]!()).result).toHaveProperty('signature');
    }
    // The first tab is closed: the window stays for the second one.
    await first.close();
    expect((await (await ask(second, 'get_height'))()).result).toHaveProperty('height');
    await second.close();
    await expect.poll(() => windowsOf(installed).length).toBe(0);
  });
  await context.close();
  rmSync(folder, { recursive: true });
  expect(refusals).toEqual([]);
});

// threat: extension-messages
test('no other extension, no frame and no page of another site reaches the wallet', async () => {
  const folder = withAccess(join(build, 'chromium'), [`${shop.origin}/*`]);
  const other = otherExtension(profile);
  const installed = await openWithExtension(folder, profile, [other]);
  const { context, url } = installed;
  const own = await context.newPage();
  await own.goto(`${url}index.html`);
  await makeFirstWallet(own, 'Everyday');
  await turnOn(own, shop.origin);

  await test.step('another extension gets no answer', async () => {
    const id = new URL(url).host;
    const page = await context.newPage();
    await page.goto(`chrome-extension://${extensionId(other)}/page.html`);
    const said = await page.evaluate(async (to) => {
      const { chrome } = globalThis as unknown as {
        chrome: {
          runtime: {
            sendMessage(id: string, message: object): Promise<unknown>;
            connect(id: string, how: object): { onDisconnect: { addListener(gone: () => void): void } };
          };
        };
      };
      const answer = await chrome.runtime.sendMessage(to, { ostro: 'open' }).catch(String);
      const port = chrome.runtime.connect(to, { name: 'site 1' });
      return [answer, await new Promise((gone) => port.onDisconnect.addListener(() => gone('closed')))];
    }, id);
    expect(said).toEqual([expect.stringContaining('Could not establish connection'), 'closed']);
    expect(windowsOf(installed)).toEqual([]);
  });
  await test.step('a frame of the site in a page of another, and a frame in the site, have no provider', async () => {
    const evil = await serve(`<iframe src="${shop.url}"></iframe>`);
    const page = await context.newPage();
    await page.goto(evil.url);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Ask the wallet' }).click();
    expect(await page.frames()[1]!.evaluate(findProviders)).toBe(0);
    expect(await page.evaluate(findProviders)).toBe(0);
    const site = await context.newPage();
    await site.goto(shop.url);
    await site.evaluate((src) => {
      const made = document.createElement('iframe');
      made.src = src;
      document.body.append(made);
    }, evil.url);
    await expect.poll(() => site.frames().length).toBe(3);
    for (const each of site.frames().slice(1)) expect(await each.evaluate(findProviders)).toBe(0);
    expect(windowsOf(installed)).toEqual([]);
    evil.stop();
  });
  await context.close();
  rmSync(folder, { recursive: true });
});

// threat: framing
test('no page shows the wallet or its questions in a frame', async () => {
  const installed = await openWithExtension(join(build, 'chromium'), profile);
  const { context, url } = installed;
  for (const path of [
    'index.html',
    'connect.html',
    'connect.html?site=https%3A%2F%2Fshop.example&tab=1',
    'site-page.js',
  ]) {
    const evil = await serve(`<iframe src="${url}${path}"></iframe>`);
    const page = await context.newPage();
    await page.goto(evil.url);
    await page.waitForLoadState();
    const frame = page.frames().find((each) => each.parentFrame() !== null);
    expect(frame?.url() ?? '', path).not.toContain(url);
    const loaded = await page.evaluate((address) => fetch(address).then(() => 'loaded', String), url + path);
    expect(loaded).toContain('Failed to fetch');
    evil.stop();
    await page.close();
  }
  await context.close();
});

/** Runs in a page. */
const findProviders = (): number => {
  let found = 0;
  const hear = (): void => void (found += 1);
  addEventListener('monero:announceProvider', hear);
  dispatchEvent(new Event('monero:requestProvider'));
  removeEventListener('monero:announceProvider', hear);
  return found;
};

/** A page on a host of its own. */
const serve = async (html: string): Promise<{ readonly url: string; readonly stop: () => void }> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Other</title>${html}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://evil.localhost:${String((server.address() as AddressInfo).port)}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Chromium gives it an id by its folder; with a key the id is known. */
const otherExtension = (folder: string): string => {
  const path = join(folder, 'other-extension');
  mkdirSync(path);
  writeFileSync(
    join(path, 'manifest.json'),
    JSON.stringify({
      manifest_version: 3,
      name: 'Other',
      version: '1.0.0',
      key: Buffer.from('another extension').toString('base64'),
    }),
  );
  writeFileSync(join(path, 'page.html'), '<!doctype html><title>Other</title>');
  return path;
};
