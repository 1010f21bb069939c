/** The installed app reads while it is closed, when the browser wakes it (periodic background sync), and announces a payment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { fromHex } from '../../../src/base/hex.ts';
import { expect, test } from '../../support/app.ts';
import { launchOptions, wholeChromium } from '../../support/browser.ts';
import { bytesOf, KNOWN_WALLET, turnReading } from '../../support/reading-copy.ts';
import { secretsIn } from '../../support/secret-search.ts';
import { forward, listen } from '../../support/staged-nodes.ts';
import { limit } from '../../support/tier.ts';
import { receiveAddress, restoreFirstWallet, spendable, unlock, visit } from '../../e2e/journeys.ts';

let profile: string;
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'ostro-profile-'));
});
test.afterEach(() => rmSync(profile, { recursive: true, force: true }));

/** The folders of the service workers of the app, and the tags of their periodic events. */
const readersOf = (page: Page): Promise<readonly (readonly [path: string, tags: readonly string[]])[]> =>
  page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations();
    return Promise.all(
      all.map(async (each) => {
        const { periodicSync } = each as unknown as { periodicSync: { getTags(): Promise<string[]> } };
        return [new URL(each.scope).pathname, await periodicSync.getTags()] as const;
      }),
    );
  });
const noticesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const reader = await navigator.serviceWorker.getRegistration('/background/');
    return (await reader!.getNotifications()).map(({ body }) => body);
  });

/** Wakes the reader as the browser does, from a page of the same site that is not the app. */
const wake = async (context: BrowserContext, page: Page): Promise<void> => {
  const devtools = await context.newCDPSession(page);
  const registrations = new Map<string, string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: all }) => {
    for (const { registrationId, scopeURL } of all) registrations.set(scopeURL, registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const scope = `${origin}/background/`;
  await expect.poll(() => registrations.has(scope)).toBe(true);
  const registrationId = registrations.get(scope)!;
  const tag = 'ostro read';
  await devtools.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag });
  await devtools.detach();
};

test('the closed app announces a payment when the browser wakes it, without the spend key; turned off, nothing is registered', async ({
  appUrl,
  devnet,
}) => {
  const requests: string[] = [];
  const pass = forward(devnet.daemonUrl);
  const node = await listen((request, response) => {
    requests.push(request.url ?? '');
    pass(request, response);
  });
  const { origin } = new URL(appUrl);
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions({ executablePath: wholeChromium() }),
    viewport: { width: 390, height: 844 },
  });
  context.setDefaultTimeout(limit(2));
  const page = await context.newPage();
  await page.goto(appUrl);
  const { seed, spendSecret } = KNOWN_WALLET;
  await restoreFirstWallet(page, 'Everyday', seed.split(' '), await devnet.height());
  await visit(page, 'nodes');
  await page.getByRole('button', { name: 'Add a node' }).click();
  await page.getByLabel('Address of the node').fill(node.address);
  await page.getByLabel('Read from this node first').check();
  await page.getByRole('button', { name: 'Add this node' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const address = await receiveAddress(page);
  await test.step('it is not offered where the browser would not wake the app', async () => {
    await visit(page, 'settings');
    await page.getByLabel('Find a setting').fill('Read while closed');
    await expect(page.getByText('Nothing fits.')).toBeVisible();
  });
  // Chromium allows it for an installed app.
  const devtools = await context.newCDPSession(page);
  const permission = { name: 'periodic-background-sync' };
  await devtools.send('Browser.setPermission', { permission, setting: 'granted', origin });
  await visit(page, '');
  // The worker that keeps the app is registered a while after the first screen.
  await expect.poll(() => readersOf(page), { timeout: limit(2) }).toEqual([['/', []]]);
  await turnReading(page, 'Turn on');
  expect(new Map(await readersOf(page))).toEqual(
    new Map([
      ['/', []],
      ['/background/', ['ostro read']],
    ]),
  );
  const other = await context.newPage();
  await other.goto(new URL('changes.json', appUrl).href);
  await page.close();
  // What the session of the page has allowed ended with it: from here on the app counts as uninstalled.
  await context.grantPermissions(['notifications'], { origin });

  await devnet.faucet(address);
  await devnet.mine(1);
  requests.length = 0;
  await wake(context, other);
  await expect.poll(() => noticesOf(other)).toEqual(['A payment has arrived']);
  const first = requests.length;
  expect(first).toBeLessThanOrEqual(8);
  await wake(context, other);
  await expect.poll(() => requests.length).toBeGreaterThan(first);
  console.log(`requests: ${String(first)} with a payment, ${String(requests.length - first)} without news`);
  expect(await noticesOf(other)).toEqual(['A payment has arrived']);

  // threat: keys-after-lock
  const stored = bytesOf(profile);
  expect(stored.includes('copies to read') || stored.includes(Buffer.from('copies to read', 'utf16le'))).toBe(
    true,
  );
  expect(secretsIn(stored, [{ name: 'spend key', value: fromHex(spendSecret) }])).toEqual([]);

  const again = await context.newPage();
  await again.goto(appUrl);
  await unlock(again);
  await devnet.mine(10);
  await expect.poll(() => spendable(again)).toBe('10');
  await turnReading(again, 'Turn off');
  expect(await readersOf(again)).toEqual([['/', []]]);
  await context.close();
  node.stop();
});
