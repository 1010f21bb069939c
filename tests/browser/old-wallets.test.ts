/**
 * The page's databases that version 0.1 wrote (tests/vectors/wallets-0.1), opened by the built app in a real Chromium. The
 * folder of the wallet server: wallet-rpc.test.ts, and with all wallets tests/long/browser/old-wallets.test.ts.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from '@playwright/test';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../src/server/http/serve-folder.ts';
import type { HostWindow } from '../support/app-endpoint.ts';
import { launchBrowser, openContext } from '../support/browser.ts';
import { inTier } from '../support/tier.ts';
import { restoreDatabases } from '../vectors/wallets-0.1/databases.mjs';
import { readDatabases, readExpected } from '../vectors/wallets-0.1/old-wallets.ts';
import { callOld, checkOldWallet, type Send } from './old-calls.ts';

/** How many of the wallets are opened. tests/vectors/wallets-0.1/old-wallets.test.ts opens all with the same code in Node. */
const OPENED = inTier({ short: 1, long: Infinity });

let site: FolderServer;
let browser: Browser;
beforeAll(async () => {
  site = await serveFolder({ root: await ensureBuilt() });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

it('the page lists the wallets of version 0.1 from its databases and opens them with all their data', async () => {
  const page = await (await openContext(browser)).newPage();
  await page.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
  // A file of the site without scripts.
  await page.goto(`${site.url}manifest.webmanifest`);
  await page.evaluate(restoreDatabases, readDatabases());
  await page.goto(site.url);
  await page.waitForFunction(() => 'ostroRpc' in globalThis);
  const send: Send = (envelope) =>
    page.evaluate((text) => (globalThis as HostWindow).ostroRpc!.request(text), envelope);
  const { wallets } = readExpected('page');
  const { result } = await callOld(send, 'x_list_wallets', {});
  const listed = (result!['wallets'] as { name: string }[]).map(({ name }) => name);
  expect(listed.sort()).toEqual(Object.keys(wallets).sort());
  for (const [name, wallet] of Object.entries(wallets).slice(0, OPENED))
    await checkOldWallet(send, name, wallet);
});
