/** The windows of one origin share an open wallet: a site's window needs no password, and one lock locks all. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { countPresses } from '../../support/presses.ts';
import { agree, ask, startShop, type Shop } from '../../support/shop.ts';
import { getPaid, makeWallet, receiveAddress, unlock, visit } from '../../e2e/journeys.ts';

test.use({ serviceWorkers: 'block' });
let shop: Shop;
let other: Shop;
test.beforeEach(async ({ appUrl }) => {
  [shop, other] = await Promise.all([startShop(appUrl), startShop(appUrl)]);
});
test.afterEach(() => {
  shop.stop();
  other.stop();
});

const QUARTER = 250_000_000_000n;
const question = (window: Page) => window.getByRole('heading', { name: 'This site asks you to pay' });
const lockScreen = (page: Page) => page.getByLabel('Password for this device', { exact: true });
/** A page of a site asks; the window that opens for it. */
const windowFor = async (context: BrowserContext, work: () => Promise<unknown>): Promise<Page> => {
  const opened = context.waitForEvent('page');
  await work();
  return opened;
};
test('a site connects and is paid in two presses each while the wallet is open in a tab, and one lock locks all', async ({
  page,
  context,
  devnet,
}) => {
  await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  const address = await receiveAddress(page);
  await devnet.mine(10);
  const site = await context.newPage();
  await site.goto(shop.url);
  const atSite = await countPresses(site);
  const payment = { destinations: [{ address, amount: QUARTER }] };

  await test.step('it connects without a password', async () => {
    let answer!: Awaited<ReturnType<typeof ask>>;
    const window = await windowFor(context, async () => {
      answer = await ask(site, 'monero_requestPermissions', { identity: true, spend: true });
    });
    await expect(window.getByRole('heading', { name: 'A site asks to connect' })).toBeVisible();
    const inWindow = await countPresses(window);
    await agree(window, /^Connect$/);
    expect((await answer()).result).toHaveProperty('identity');
    await expect(window.getByRole('heading', { name: 'Connected' })).toBeVisible();
    expect((await atSite()) + (await inWindow())).toBe(2);
    // The window may be closed before Playwright has the end of the press.
    const back = window.getByRole('button', { name: `Back to ${new URL(shop.url).host}` });
    await back.click().catch(() => undefined);
    await expect.poll(() => window.isClosed()).toBe(true);
  });
  await test.step('it is paid in two presses, and success leads back to it', async () => {
    const before = await atSite();
    let answer!: Awaited<ReturnType<typeof ask>>;
    const window = await windowFor(context, async () => (answer = await ask(site, 'transfer', payment)));
    await expect(question(window)).toBeVisible();
    const inWindow = await countPresses(window);
    await agree(window, /^Pay 0\.25 XMR$/);
    expect((await answer()).result!['tx_hash']).toMatch(/^[0-9a-f]{64}$/);
    await expect(window.getByRole('heading', { name: 'Paid 0.25 XMR' })).toBeVisible();
    expect((await atSite()) - before + (await inWindow())).toBe(2);
    // The tab with the wallet has not noticed a lock, and shows the payment.
    await expect(lockScreen(page)).toBeHidden();
    await window.close();
    await devnet.mine(10);
  });
  const second = await context.newPage();
  await second.goto(other.url);
  // threat: site-session
  await test.step('two sites ask at once: each window shows the question of its own site', async () => {
    const connecting = await windowFor(context, () =>
      ask(second, 'monero_requestPermissions', { identity: true, spend: true }),
    );
    const paying = await windowFor(context, () => ask(site, 'transfer', payment));
    await expect(question(paying)).toBeVisible();
    await expect(connecting.locator(`[data-origin="${other.origin}"]`)).toBeVisible();
    await expect(connecting.getByText('0.25')).toHaveCount(0);
    await expect(paying.locator(`[data-origin="${other.origin}"]`)).toHaveCount(0);
    await paying.getByRole('button', { name: 'Refuse' }).click();
    await expect(paying.getByRole('heading', { name: 'You refused' })).toBeVisible();
    await connecting.getByRole('button', { name: 'Refuse' }).click();

    // threat: keys-after-lock
    await paying.getByRole('button', { name: 'Lock now' }).click();
    for (const each of [page, paying, connecting]) await expect(lockScreen(each)).toBeVisible();
    await connecting.close();
    await paying.close();
  });
  await test.step('the tab with the wallet is closed while a site asks: the question stays', async () => {
    await unlock(page);
    await visit(page, '');
    await expect(page.getByText('Spendable now')).toBeVisible();
    let answer!: Awaited<ReturnType<typeof ask>>;
    const window = await windowFor(context, async () => (answer = await ask(site, 'transfer', payment)));
    await expect(question(window)).toBeVisible();
    await page.close();
    await expect(window.getByText('It was closed at')).toBeVisible();
    await unlock(window);
    await expect(question(window)).toBeVisible();
    await agree(window, /^Pay 0\.25 XMR$/);
    expect((await answer()).result!['tx_hash']).toMatch(/^[0-9a-f]{64}$/);
  });
});
