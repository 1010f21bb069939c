/**
 * The extension as a temporary add-on in Firefox: the journeys of tests/long/e2e/extension*.spec.ts. Firefox's own questions
 * are answered in its window. `npm run test:engines` runs this; without Firefox it is skipped.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevnet } from '../../scripts/tools/app/devnet.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { connectDevnet, type Devnet } from '../support/app.ts';
import { buildExtension } from '../support/extension.ts';
import { startDaemon } from '../support/daemon.ts';
import { startShop } from '../support/shop.ts';
import { changed, listen } from '../support/staged-nodes.ts';
import { limit } from '../support/tier.ts';
import { fromFiles, signForAnother } from './cold-steps.ts';
import { button, buttonFrom, field, heading, link, text, type Screen, type Tab } from './engine.ts';
import { findFirefox } from './firefox.ts';
import { removeProfile, startFirefoxWithExtension, type FirefoxWithExtension } from './firefox-extension.ts';
import { quoting } from './in-each-engine.ts';
import { agree, ask } from './site-steps.ts';
import {
  becomes,
  fill,
  keepPicture,
  makeWallet,
  openSetting,
  PASSWORD,
  PAYEE,
  press,
  receiveAddress,
  restoreWallet,
  review,
  shows,
  SPENDABLE,
  unlock,
  visit,
} from './steps.ts';

const firefox = findFirefox();
const LIMIT = limit(15);
/** A page with this header can open no window at all. */
const NO_WINDOWS = { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' };

let devnet: Devnet;
let zip: string;
const stops: (() => unknown)[] = [];
beforeAll(async () => {
  if (firefox === undefined) return;
  const build = await buildExtension();
  zip = join(build, 'ostro-firefox.zip');
  const { controlUrl, daemonUrl, stop } = await startDevnet({ bin: await ensureMonero(), testHooks: true });
  stops.push(stop);
  devnet = connectDevnet(controlUrl, daemonUrl);
}, LIMIT);
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const newProfile = (): string => {
  const profile = mkdtempSync(join(tmpdir(), 'ostro-firefox-'));
  stops.push(() => removeProfile(profile));
  return profile;
};
/** Starts a Firefox for this work. A failure quotes what its tabs show. */
const inFirefox = async <T>(
  profile: string,
  work: (browser: FirefoxWithExtension) => Promise<T>,
): Promise<T> => {
  const browser = await startFirefoxWithExtension(firefox!, profile, zip);
  try {
    return await quoting(browser, work);
  } finally {
    await browser.close();
  }
};
const openWallet = async (browser: FirefoxWithExtension): Promise<Tab> => {
  const tab = await browser.newTab();
  await tab.open(`${browser.url}index.html`);
  return tab;
};
const lock = async (wallet: Screen): Promise<void> => {
  await visit(wallet, 'settings');
  await press(wallet, button('Lock now'));
  await shows(wallet, field('Password for this device'));
};
const useNode = async (browser: FirefoxWithExtension, wallet: Tab, address: string): Promise<void> => {
  await visit(wallet, 'nodes');
  await press(wallet, button('Add a node'));
  await fill(wallet, 'Address of the node', address);
  await press(wallet, button('Add this node'));
  expect(await browser.answer(true)).toContain(new URL(address).hostname);
  await becomes(wallet, NO_SHEET, true);
};
const turnReading = async (wallet: Tab, action: 'Turn on' | 'Turn off'): Promise<void> => {
  await shows(wallet, link('Settings'));
  await visit(wallet, 'settings');
  await openSetting(wallet, 'Read while closed');
  await fill(wallet, 'Password for this device', PASSWORD);
  await press(wallet, button(action));
  await becomes(wallet, NO_SHEET, true);
};
const spendable = async (wallet: Tab, amount: RegExp): Promise<void> => {
  await visit(wallet, '');
  await becomes(wallet, `${String(amount)}.test(${SPENDABLE})`, true);
};

const SKIPPED = firefox === undefined ? ' (skipped: Firefox is not installed)' : '';
describe.skipIf(firefox === undefined)(`the extension in Firefox${SKIPPED}`, () => {
  it(
    'makes a wallet, is paid through a node without CORS, pays, locks, is the same after a restart, and is restored from its words',
    async () => {
      const node = await listen(changed(devnet.daemonUrl, {}, { cors: false }));
      stops.push(node.stop);
      const profile = newProfile();
      const { words, address, left } = await inFirefox(profile, async (browser) => {
        const wallet = await openWallet(browser);
        const written = await makeWallet(wallet);
        await shows(wallet, link('Settings'));
        await useNode(browser, wallet, node.address);
        await devnet.faucet(await receiveAddress(wallet));
        await devnet.mine(11);
        await spendable(wallet, /^10$/);
        await review(wallet, PAYEE, '1.25');
        await press(wallet, button('Send 1.25 XMR'));
        await shows(wallet, heading('On its way'));
        await devnet.mine(10);
        await spendable(wallet, /^8\.7/);
        const amount = await wallet.evaluate(SPENDABLE);
        // Receive shows another address as soon as one was used.
        const fresh = await receiveAddress(wallet);
        await lock(wallet);
        return { words: written, address: fresh, left: amount };
      });
      // Firefox has forgotten the add-on, not what it has stored.
      await inFirefox(profile, async (browser) => {
        const wallet = await openWallet(browser);
        await unlock(wallet);
        await shows(wallet, link('Settings'));
        await becomes(wallet, SPENDABLE, left);
        await shows(wallet, text('−1.25'));
        expect(await receiveAddress(wallet)).toBe(address);
      });
      await inFirefox(newProfile(), async (browser) => {
        const wallet = await openWallet(browser);
        await restoreWallet(wallet, words);
        await shows(wallet, link('Settings'));
        await useNode(browser, wallet, node.address);
        await spendable(wallet, /^8\.7/);
        expect(await receiveAddress(wallet)).toBe(address);
      });
    },
    LIMIT,
  );

  it(
    'asks for a node alone, and says what Firefox has refused',
    () =>
      inFirefox(newProfile(), async (browser) => {
        const closed = await listen(changed(devnet.daemonUrl, {}, { cors: false }));
        stops.push(closed.stop);
        const wallet = await openWallet(browser);
        await makeWallet(wallet);
        await shows(wallet, link('Settings'));
        await visit(wallet, 'nodes');
        await press(wallet, button('Add a node'));
        await fill(wallet, 'Address of the node', closed.address);
        await press(wallet, button('Test'));
        // Firefox's permissions know no ports.
        expect(await browser.answer(false)).toContain('127.0.0.1');
        await shows(wallet, text('Ostro is not allowed to read from this node'));
        await press(wallet, button('Test'));
        await browser.answer(true);
        await shows(wallet, text('Works'));
      }),
    LIMIT,
  );

  it(
    'reads from a node with a login, which Firefox hides from pages',
    () =>
      inFirefox(newProfile(), async (browser) => {
        const login = await startDaemon(['--regtest', '--fixed-difficulty', '1', '--rpc-login', 'me:secret']);
        stops.push(login.stop);
        const wallet = await openWallet(browser);
        await makeWallet(wallet);
        await shows(wallet, link('Settings'));
        await visit(wallet, 'nodes');
        await press(wallet, button('Add a node'));
        await fill(wallet, 'Address of the node', login.url);
        await press(wallet, button('Test'));
        await browser.answer(true);
        await shows(wallet, text('This node requires a login'));
        await fill(wallet, 'User name', 'me');
        await fill(wallet, 'Password of the node', 'wrong');
        await press(wallet, button('Test'));
        await shows(wallet, text('This node refuses the login'));
        await fill(wallet, 'Password of the node', 'secret');
        await press(wallet, button('Test'));
        await shows(wallet, text('answered in'));
        await press(wallet, button('Add this node'));
        await becomes(wallet, NO_SHEET, true);
        await visit(wallet, '');
        // A chain of its own, with its first block only.
        await shows(wallet, text('Up to date'));
      }),
    LIMIT,
  );

  it(
    'lets a site that is on connect and be paid without a window of its own, and no longer when it is off',
    async () => {
      const shop = await startShop('https://wallet.invalid/', NO_WINDOWS);
      stops.push(shop.stop);
      await inFirefox(newProfile(), async (browser) => {
        const own = await openWallet(browser);
        await makeWallet(own);
        await shows(own, link('Settings'));
        await useNode(browser, own, devnet.daemonUrl);
        const address = await receiveAddress(own);
        await devnet.faucet(address);
        await devnet.mine(11);
        await spendable(own, /^10$/);
        const site = await browser.newTab();
        await site.open(shop.url);
        const refused = await ask(site, 'monero_requestPermissions', { identity: true });
        expect((await refused()).error).toEqual({ code: -32002, reason: 'popup_blocked' });

        await own.show();
        await visit(own, 'sites');
        await fill(own, 'Address of the site', shop.origin);
        await press(own, button('Turn the site on'));
        expect(await browser.answer(true)).toContain('shop.localhost');
        await shows(own, `//*[@data-origin='${shop.origin}']`);
        await lock(own);
        await site.open(shop.url);
        let connecting!: Awaited<ReturnType<typeof ask>>;
        const asking = await browser.opened(async () => {
          connecting = await ask(site, 'monero_requestPermissions', { identity: true, spend: true });
        });
        await unlock(asking);
        await agree(asking, 'Connect');
        expect((await connecting()).result).toHaveProperty('identity');
        const paying = await ask(site, 'transfer', { destinations: [{ address, amount: 500_000_000_000 }] });
        await agree(asking, 'Pay 0.50 XMR');
        expect((await paying()).result!['tx_hash']).toMatch(/^[0-9a-f]{64}$/);

        await unlock(own);
        await press(own, button('Use it here'));
        await visit(own, 'sites');
        await press(own, buttonFrom('Turn off'));
        await shows(own, text('The site is off'));
        const later = await ask(site, 'get_balance');
        // Its session has ended already.
        expect((await later()).error).toMatchObject({ code: 4900, reason: 'site_off' });
      });
    },
    LIMIT,
  );

  it(
    'announces a payment while no wallet is open, until that is turned off',
    () =>
      inFirefox(newProfile(), async (browser) => {
        const wallet = await openWallet(browser);
        await makeWallet(wallet);
        await shows(wallet, link('Settings'));
        await useNode(browser, wallet, devnet.daemonUrl);
        const address = await receiveAddress(wallet);
        expect(await wallet.evaluate(ALARMS)).toEqual([]);
        await turnReading(wallet, 'Turn on');
        expect(await wallet.evaluate(ALARMS)).toEqual(['ostro read']);
        await lock(wallet);
        await devnet.faucet(address);
        await devnet.mine(1);
        // The browser's clock would take ten minutes.
        await wallet.evaluate(`void chrome.alarms.create('ostro read', { when: Date.now() })`);
        await becomes(wallet, BADGE, '1');
        await unlock(wallet);
        await becomes(wallet, BADGE, '');
        await turnReading(wallet, 'Turn off');
        expect(await wallet.evaluate(ALARMS)).toEqual([]);
      }),
    LIMIT,
  );

  it(
    'signs without a network for a wallet that watches',
    async () => {
      await inFirefox(newProfile(), async (browser) => {
        const cold = await openWallet(browser);
        await makeWallet(cold);
        await shows(cold, link('Settings'));
        await useNode(browser, cold, devnet.daemonUrl);
        const watch = await openWallet(browser);
        await shows(watch, button('Open'));
        const keep = keepPicture.bind(undefined, browser);
        await signForAnother({ devnet, cold, watch, reading: fromFiles, keep });
      });
    },
    LIMIT,
  );

  it(
    'opens in the sidebar, which takes the wallet over from the tab',
    async () => {
      await inFirefox(newProfile(), async (browser) => {
        const tab = await openWallet(browser);
        await makeWallet(tab);
        await shows(tab, link('Settings'));
        await useNode(browser, tab, devnet.daemonUrl);
        const address = await receiveAddress(tab);
        const sidebar = await browser.openSidebar();
        await unlock(sidebar);
        await press(sidebar, button('Use it here'));
        await shows(tab, field('Password for this device'));
        await shows(sidebar, link('Settings'));
        expect(await receiveAddress(sidebar)).toBe(address);
        await devnet.faucet(address);
        await devnet.mine(11);
        for (const screen of ['', 'receive', 'send', 'history', 'nodes', 'sites', 'settings']) {
          await visit(sidebar, screen);
          await shows(sidebar, '//h1');
          expect([screen, await sidebar.evaluate(OVERFLOW)]).toEqual([screen, 0]);
          await keepPicture(browser, sidebar, `sidebar-${screen}`);
        }
        await visit(sidebar, '');
        await becomes(sidebar, SPENDABLE, '10');
      });
    },
    LIMIT,
  );
});

const BADGE = 'chrome.action.getBadgeText({})';
const ALARMS = 'chrome.alarms.getAll().then((all) => all.map(({ name }) => name))';
const NO_SHEET = `document.querySelector('dialog[open], [role=dialog]') === null`;
/** By how many pixels the page is wider than its place. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
