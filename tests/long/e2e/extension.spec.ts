/** The browser extension, unpacked, in a whole Chromium: the wallet at an address of the browser instead of a server's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { buildExtension, openWithExtension, type ExtensionBuild } from '../../support/extension.ts';
import { refusals } from '../../support/policy-guard.ts';
import { makeFirstWallet, pay, receiveAddress, spendable, unlock, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

let build: ExtensionBuild;
let profile: string;
test.beforeAll(async () => {
  build = await buildExtension();
});
test.afterAll(() => build.remove());
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'ostro-profile-'));
});
test.afterEach(() => rmSync(profile, { recursive: true, force: true }));

/** Adds a node to the list; it is read from first. */
const useNode = async (page: Page, address: string): Promise<void> => {
  await visit(page, 'nodes');
  await page.getByRole('button', { name: 'Add a node' }).click();
  await page.getByLabel('Address of the node').fill(address);
  await page.getByRole('button', { name: 'Add this node' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
};

test('a first wallet receives and pays, and is there after the browser was closed and started again', async ({
  devnet,
}) => {
  const folder = join(build.folder, 'chromium');
  const first = await openWithExtension(folder, profile);
  const page = await first.context.newPage();
  const requests: string[] = [];
  first.context.on('request', (request) => requests.push(request.url()));
  await page.goto(`${first.url}index.html`);
  await makeFirstWallet(page, 'Everyday');
  await useNode(page, devnet.daemonUrl);
  const address = await receiveAddress(page);
  await devnet.faucet(address);
  await devnet.mine(11);
  await expect.poll(() => spendable(page)).toBe('10');
  await pay(page, PAYEE, '1.25');
  await devnet.mine(10);
  await expect.poll(() => spendable(page)).toMatch(/^8\.7/);
  const left = await spendable(page);
  await visit(page, 'settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await page.getByLabel('Password for this device').waitFor();
  // Nothing but the extension's own files and the node was asked.
  const others = requests.filter((url) => !url.startsWith(first.url) && !url.startsWith(devnet.daemonUrl));
  expect(others.filter((url) => !/^(?:data|blob):/.test(url))).toEqual([]);
  await first.context.close();

  const second = await openWithExtension(folder, profile);
  const again = await second.context.newPage();
  await again.goto(`${second.url}index.html`);
  await unlock(again);
  await expect.poll(() => spendable(again)).toBe(left);
  expect(await receiveAddress(again)).toBe(address);
  // The app's service worker has not stored the app a second time.
  expect(await again.evaluate(() => caches.keys())).toEqual(['ostro-wallet-marker']);
  await visit(again, 'storage');
  await expect(again.getByText('The browser has promised to keep it')).toBeVisible();
  await second.context.close();
  expect(refusals).toEqual([]);
});

test('the icon in the toolbar opens the wallet in a tab, and goes to it when it is open', async () => {
  const { context, url, worker } = await openWithExtension(join(build.folder, 'chromium'), profile);
  const click = async (): Promise<void> => {
    const own = await worker();
    await own.evaluate(() => {
      (
        globalThis as unknown as { chrome: { action: { onClicked: { dispatch(): void } } } }
      ).chrome.action.onClicked.dispatch();
    });
  };
  const opened = context.waitForEvent('page');
  await click();
  const page = await opened;
  await expect(page).toHaveURL(new RegExp(`^${url}index.html`));
  await page.getByText('Make a new wallet').waitFor();
  const other = await context.newPage();
  await other.bringToFront();
  await click();
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('visible');
  expect(context.pages().filter((each) => each.url().startsWith(url))).toHaveLength(1);
  await context.close();
});
