/** The browser extension, unpacked, in a whole Chromium: the wallet at an address of the browser instead of a server's. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { buildExtension, openWithExtension, withAccess, type Installed } from '../../support/extension.ts';
import { startDaemon } from '../../support/daemon.ts';
import { countPresses } from '../../support/presses.ts';
import { changed, listen } from '../../support/staged-nodes.ts';
import { openSetting } from '../../support/open-setting.ts';
import { refusals } from '../../support/policy-guard.ts';
import {
  makeFirstWallet,
  PASSWORD,
  pay,
  receiveAddress,
  review,
  spendable,
  unlock,
  visit,
} from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

let build: string;
let profile: string;
// Each opens a browser of its own: all workers take some.
test.describe.configure({ mode: 'parallel' });
test.beforeAll(async () => {
  build = await buildExtension();
});
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

/** Of the icon in the toolbar. */
const titleOf = async (worker: Installed['worker']): Promise<string> =>
  (await worker()).evaluate(() =>
    (
      globalThis as unknown as { chrome: { action: { getTitle(of: object): Promise<string> } } }
    ).chrome.action.getTitle({}),
  );

test('a first wallet receives and pays, and is there after the browser was closed and started again', async ({
  devnet,
}) => {
  const folder = withAccess(join(build, 'chromium'), [`${devnet.daemonUrl}/*`]);
  const first = await openWithExtension(folder, profile);
  const page = await first.context.newPage();
  const requests: string[] = [];
  first.context.on('request', (request) => requests.push(request.url()));
  await page.goto(`${first.url}index.html`);
  await makeFirstWallet(page, 'Everyday');
  await test.step('a newcomer has a node in one typed address and one press, and nothing is red before', async () => {
    await expect(page.getByRole('heading', { name: 'Choose a node' })).toBeVisible();
    await page.getByRole('link', { name: 'Later' }).click();
    await expect(page.getByText('No node is chosen.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await visit(page, 'receive');
    await expect(page.getByText('Payments are seen once you choose one.')).toBeVisible();
    await expect(page.getByText('payments arrive all the same')).toHaveCount(0);
    await page.getByRole('link', { name: 'Choose a node' }).click();
    const presses = await countPresses(page);
    await page.getByLabel('Address of the node').fill(devnet.daemonUrl);
    await page.getByRole('button', { name: 'Add this node' }).click();
    await expect(page.getByText('Spendable now')).toBeVisible();
    expect(await presses()).toBe(2);
  });
  const address = await receiveAddress(page);
  await devnet.faucet(address);
  await devnet.mine(11);
  await expect.poll(() => spendable(page)).toBe('10');
  await pay(page, PAYEE, '1.25');
  await devnet.mine(10);
  await expect.poll(() => spendable(page)).toMatch(/^8\.7/);
  const left = await spendable(page);
  // Receive shows another address as soon as one was used.
  const fresh = await receiveAddress(page);
  await visit(page, 'settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await page.getByLabel('Password for this device', { exact: true }).waitFor();
  // Nothing but the extension's own files and the node was asked.
  const others = requests.filter((url) => !url.startsWith(first.url) && !url.startsWith(devnet.daemonUrl));
  expect(others.filter((url) => !/^(?:data|blob):/.test(url))).toEqual([]);
  await first.context.close();

  const second = await openWithExtension(folder, profile);
  const again = await second.context.newPage();
  await again.goto(`${second.url}index.html`);
  await unlock(again);
  await expect.poll(() => spendable(again)).toBe(left);
  expect(await receiveAddress(again)).toBe(fresh);
  // The app's service worker has not stored the app a second time.
  expect(await again.evaluate(() => caches.keys())).toEqual(['ostro-wallet-marker']);
  await visit(again, 'storage');
  await expect(again.getByText('The browser keeps it until you remove it')).toBeVisible();
  await second.context.close();
  rmSync(folder, { recursive: true });
  expect(refusals).toEqual([]);
});

test('a node without CORS headers, one with a login and one with a certificate of its own work when the person has allowed them', async ({
  devnet,
}) => {
  const folder = join(build, 'chromium');
  const closed = await listen(changed(devnet.daemonUrl, {}, { cors: false }));
  const ownTls = await listen(changed(devnet.daemonUrl, {}, { cors: false }), { tls: true });
  const login = await startDaemon(['--regtest', '--fixed-difficulty', '1', '--rpc-login', 'me:secret']);
  const testNode = async (page: Page, address: string): Promise<void> => {
    await page.getByLabel('Address of the node').fill(address);
    await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click();
  };
  const openForm = async (page: Page): Promise<void> => {
    await visit(page, 'nodes');
    await page.getByRole('button', { name: 'Add a node' }).click();
  };

  // Without access the browser is asked, for exactly this node and in the click.
  const before = await openWithExtension(folder, profile);
  const page = await before.context.newPage();
  const asked: string[] = [];
  await page.exposeFunction('personIsAsked', (origin: string) => asked.push(origin));
  await page.addInitScript(() => {
    const { chrome, personIsAsked } = globalThis as unknown as {
      chrome: { permissions: { request(asked: { origins: string[] }): Promise<boolean> } };
      personIsAsked: (origin: string) => void;
    };
    // The person refuses.
    chrome.permissions.request = ({ origins }) => {
      personIsAsked(
        `${origins.join()} ${navigator.userActivation.isActive ? 'in a click' : 'outside a click'}`,
      );
      return Promise.resolve(false);
    };
  });
  await page.goto(`${before.url}index.html`);
  await makeFirstWallet(page, 'Everyday');
  await openForm(page);
  await testNode(page, closed.address);
  await expect(page.getByText('Ostro is not allowed to read from this node')).toBeVisible();
  expect(asked).toEqual([`${closed.address}/* in a click`]);
  await before.context.close();

  const allowed = withAccess(folder, [`${closed.address}/*`, `${ownTls.address}/*`, `${login.url}/*`]);
  const after = await openWithExtension(allowed, profile);
  const again = await after.context.newPage();
  await again.goto(`${after.url}index.html`);
  await unlock(again);
  await again.getByRole('link', { name: 'Settings' }).waitFor();
  await useNode(again, closed.address);
  const address = await receiveAddress(again);
  await devnet.faucet(address);
  await devnet.mine(11);
  await expect.poll(() => spendable(again)).toBe('10');

  await openForm(again);
  await testNode(again, login.url);
  await expect(again.getByText('This node requires a login')).toBeVisible();
  await again.getByLabel('User name').fill('me');
  await again.getByLabel('Password of the node', { exact: true }).fill('secret');
  await testNode(again, login.url);
  // A chain of its own, with its first block only.
  await expect(again.getByRole('dialog').getByText(/behind another node, answered in/)).toBeVisible();

  await testNode(again, ownTls.address);
  const dialog = again.getByRole('dialog');
  await expect(dialog.getByText('Its certificate is not accepted (TLS).')).toBeVisible();
  const opened = after.context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Open it in a tab' }).click();
  const tab = await opened;
  // What the person does in the browser's warning, "Advanced, Proceed", has this key sequence in Chromium.
  await expect(async () => {
    await tab.keyboard.type('thisisunsafe');
    await expect(tab.getByText('"height"')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await again.bringToFront();
  await testNode(again, ownTls.address);
  await expect(dialog.getByText(/^Works/)).toBeVisible();
  await after.context.close();
  rmSync(allowed, { recursive: true });
  closed.stop();
  ownTls.stop();
  await login.stop();
});

test('the icon in the toolbar opens the wallet in a tab, and goes to it when it is open', async () => {
  const { context, url, worker } = await openWithExtension(join(build, 'chromium'), profile);
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
  // The icon shows whether a wallet is open in any page.
  const title = () => titleOf(worker);
  expect(await title()).toBe('Ostro: locked');
  await makeFirstWallet(page, 'Everyday');
  await expect.poll(title).toBe('Ostro: a wallet is open');
  const other = await context.newPage();
  await other.bringToFront();
  await click();
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('visible');
  expect(context.pages().filter((each) => each.url().startsWith(url))).toHaveLength(1);
  await page.close();
  await expect.poll(title).toBe('Ostro: locked');
  await context.close();
});

test('the side panel opens the wallet of the tab, which is then locked in the tab, and the icon shows both', async ({
  devnet,
}) => {
  const folder = withAccess(join(build, 'chromium'), [`${devnet.daemonUrl}/*`]);
  const { context, url, worker } = await openWithExtension(folder, profile);
  const tab = await context.newPage();
  await tab.goto(`${url}index.html`);
  await makeFirstWallet(tab, 'Everyday');
  await useNode(tab, devnet.daemonUrl);
  const address = await receiveAddress(tab);
  await expect.poll(() => titleOf(worker)).toBe('Ostro: a wallet is open');

  const { side_panel: side } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    readonly side_panel: { readonly default_path: string };
  };
  const panel = await context.newPage();
  await panel.setViewportSize({ width: 360, height: 700 });
  await panel.goto(url + side.default_path);
  await unlock(panel);
  await panel.getByRole('button', { name: 'Use it here' }).click();
  await expect(tab.getByLabel('Password for this device', { exact: true })).toBeVisible();
  expect(await receiveAddress(panel)).toBe(address);
  await devnet.faucet(address);
  await devnet.mine(11);
  await expect.poll(() => spendable(panel)).toBe('10');
  expect(await titleOf(worker)).toBe('Ostro: a wallet is open');
  await visit(panel, 'settings');
  await panel.getByRole('button', { name: 'Lock now' }).click();
  await expect.poll(() => titleOf(worker)).toBe('Ostro: locked');
  await context.close();
  rmSync(folder, { recursive: true });
});

test('a wallet in the extension that signs without a network, and one that watches, exchange files and pay', async ({
  devnet,
}) => {
  const folder = withAccess(join(build, 'chromium'), [`${devnet.daemonUrl}/*`]);
  const { context, url } = await openWithExtension(folder, profile);
  const cold = await context.newPage();
  await cold.goto(`${url}index.html`);
  await makeFirstWallet(cold, 'Savings');
  await useNode(cold, devnet.daemonUrl);
  const address = await receiveAddress(cold);
  const password = async (action: string): Promise<void> => {
    await cold.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
    await cold.getByRole('button', { name: action }).click();
  };
  await visit(cold, 'settings');
  await openSetting(cold, 'Viewing key for a watching wallet');
  await password('Show the viewing key');
  const viewKey = await cold.locator('code.code').innerText();
  const first = (await cold.getByRole('dialog').locator('[data-address]').getAttribute('data-address'))!;
  await cold.keyboard.press('Escape');
  await openSetting(cold, 'Sign without a network');
  await password('Keep this wallet offline');
  await expect(cold.getByText('This device has a network.')).toBeVisible();

  const watch = await context.newPage();
  await watch.goto(`${url}index.html#/watch`);
  await watch.getByLabel('First address of the wallet').fill(first);
  await watch.getByLabel('Viewing key', { exact: true }).fill(viewKey);
  await watch.getByText('A block', { exact: true }).click();
  await watch.getByLabel('Start from block').fill(String(await devnet.height()));
  await watch.getByLabel('Name of the wallet').fill('Savings, watched');
  await watch.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await watch.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
  await watch.getByRole('button', { name: 'Watch this wallet' }).click();
  await devnet.faucet(address);
  await devnet.mine(11);
  await expect.poll(() => spendable(watch)).toBe('10');

  /** Saves what one shows as a file, and reads it on the other. */
  const pass = async (from: Page, to: Page, read: string): Promise<void> => {
    const saving = from.waitForEvent('download');
    await from.getByRole('button', { name: 'Save as a file' }).click();
    const file = await (await saving).path();
    await to.getByRole('button', { name: read }).click();
    await to.getByLabel('Use a file').setInputFiles(file);
  };
  const [READ_WATCHER, READ_SIGNER] = ['Read from the watching device', 'Read from the signing device'];
  await watch.getByRole('link', { name: 'Signing device' }).click();
  await watch.getByRole('button', { name: /^Show \d+ coins?$/ }).click();
  await pass(watch, cold, READ_WATCHER);
  await expect(cold.getByText(/new coins? imported/)).toBeVisible();
  await pass(cold, watch, READ_SIGNER);
  await expect(watch.getByText(/^Both devices know/)).toBeVisible();
  await cold.getByRole('button', { name: 'The other device has them' }).click();

  await review(watch, PAYEE, '1.25');
  await expect(watch.getByText('Next: read the signed payment.')).toBeVisible();
  await pass(watch, cold, READ_WATCHER);
  await cold.getByRole('button', { name: 'Sign 1.25 XMR' }).click();
  await expect(cold.getByRole('heading', { name: 'Signed' })).toBeVisible();
  await pass(cold, watch, READ_SIGNER);
  await watch.getByRole('button', { name: 'Send 1.25 XMR' }).click();
  await expect(watch.getByRole('heading', { name: 'On its way' })).toBeVisible();
  await devnet.mine(10);
  await expect.poll(() => spendable(watch)).toMatch(/^8\.7/);
  await context.close();
  rmSync(folder, { recursive: true });
});

test('a wallet moves from a page into the extension, where it is the same, and is removed in the page', async ({
  appUrl,
  devnet,
}) => {
  const folder = withAccess(join(build, 'chromium'), [`${devnet.daemonUrl}/*`]);
  const { context, url } = await openWithExtension(folder, profile);
  const page = await context.newPage();
  await page.goto(appUrl);
  await makeFirstWallet(page, 'Everyday');
  const address = await receiveAddress(page);
  await devnet.faucet(address);
  await devnet.mine(11);
  await expect.poll(() => spendable(page)).toBe('10');
  const fresh = await receiveAddress(page);
  await visit(page, 'settings');
  await openSetting(page, 'Move this wallet');
  const sheet = page.getByRole('dialog', { name: 'Move this wallet' });
  await expect(sheet.getByText('in this browser')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Remove it here' })).toBeDisabled();
  await sheet.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save the file' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('Everyday.ostro');
  await expect(sheet.locator('data')).toHaveAttribute('value', '10');

  const own = await context.newPage();
  await own.goto(`${url}index.html`);
  await own.getByText('Open a file').click();
  await own.getByLabel('Choose the file').setInputFiles({
    name: 'Everyday.ostro',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(await download.path()),
  });
  await own.getByLabel('Password of the file', { exact: true }).fill(PASSWORD);
  await own.getByRole('button', { name: 'Open the wallet' }).click();
  // Without a node, the amount stays what was found so far.
  await visit(own, '');
  await expect(own.locator('data.amt.hero').first()).toHaveAttribute('value', '10');
  expect(await receiveAddress(own)).toBe(fresh);

  await sheet.getByRole('checkbox', { name: 'It shows the same there' }).check();
  await sheet.getByRole('button', { name: 'Remove it here' }).click();
  await page.getByText('It opens in the other place').click();
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Remove this wallet', exact: true }).click();
  await expect(page.getByText('Make a new wallet')).toBeVisible();
  await context.close();
  rmSync(folder, { recursive: true });
});
