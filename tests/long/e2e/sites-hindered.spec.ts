/**
 * What stands between a site and its payment: a browser that opens no window, no wallet yet, a wallet that is open in
 * another tab, a new version of the app, and a browser that partitions the stores of framed pages.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import { startExamples } from '../../../scripts/tools/app/examples.ts';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { expect, test } from '../../support/app.ts';
import { publishNewVersion } from '../../support/new-version.ts';
import { openProfile } from '../../support/profile.ts';
import { agree, ask, startShop, type Shop } from '../../support/shop.ts';
import {
  getPaid,
  makeFirstWallet,
  makeWallet,
  pay,
  restoreFirstWallet,
  unlock,
  spendable,
  visit,
} from '../../e2e/journeys.ts';
import { look } from '../../e2e/look.ts';

const SHOP =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const HALF = 500_000_000_000n;
const ALL = { identity: true, read: true, spend: true };

/** The window that the wallet opens while `work` runs. */
const windowOf = async (context: BrowserContext, work: () => Promise<unknown>): Promise<Page> => {
  const opened = context.waitForEvent('page');
  await work();
  return opened;
};
/** The site asks to connect, which opens the window. */
const connect = async (site: Page) => {
  let answer!: Awaited<ReturnType<typeof ask>>;
  const wallet = await windowOf(site.context(), async () => {
    answer = await ask(site, 'monero_requestPermissions', ALL);
  });
  return { wallet, answer };
};
/** Asks the wallet again until it has read enough of the chain to pay. */
const payable = (wallet: Page): Promise<void> =>
  expect(async () => {
    const again = wallet.getByRole('button', { name: 'Try again' });
    if (await again.isVisible()) await again.click();
    await expect(wallet.getByRole('button', { name: /^Pay / })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
const barOf = (wallet: Page) => wallet.getByRole('region', { name: 'Connected site' });

test.describe('a site that asks the wallet', () => {
  let shop: Shop;
  let site: Page;
  test.beforeEach(async ({ appUrl, context }) => {
    shop = await startShop(appUrl);
    site = await context.newPage();
    await site.goto(shop.url);
  });
  test.afterEach(() => shop.stop());

  test('waits while a visitor makes a first wallet, and while it gets the money that it lacks', async ({
    context,
    devnet,
    appUrl,
  }) => {
    const { wallet, answer } = await connect(site);
    await expect(barOf(wallet)).toContainText('Make or restore a wallet to see what it asks.');
    await expect(barOf(wallet)).toContainText(shop.origin);
    await makeFirstWallet(wallet, 'First');
    await expect(wallet.getByRole('heading', { name: 'A site asks to connect' })).toBeVisible();
    await agree(wallet, /^Connect$/);
    const { identity } = (await answer()).result as { identity: { readonly address: string } };

    const paying = await ask(site, 'transfer', {
      destinations: [{ address: identity.address, amount: HALF }],
    });
    await expect(wallet.getByRole('alert')).toContainText('Nothing was sent.');
    await wallet.getByRole('button', { name: 'Look at the wallet' }).click();
    await expect(barOf(wallet)).toContainText('asks something');
    await getPaid(wallet, devnet);
    await wallet.getByRole('button', { name: 'Show it' }).click();
    // The wallet has tried again when the payment came in, which may have been locked then.
    const retry = wallet.getByRole('button', { name: 'Try again' });
    const pay = wallet.getByRole('button', { name: /^Pay 0\.50 XMR$/ });
    await expect(async () => {
      await expect(retry.or(pay)).toBeVisible();
      if (await retry.isVisible()) await retry.click({ timeout: 1000 });
      await expect(pay).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    await agree(wallet, /^Pay 0\.50 XMR$/);
    expect((await paying()).result).toHaveProperty('tx_hash');

    // Opened by the visitor and not by a site, the page belongs to none.
    const alone = await context.newPage();
    await alone.goto(new URL('connect.html', appUrl).href);
    await expect(barOf(alone)).toBeHidden();
    await wallet.close();
    const again = await connect(site);
    await again.wallet.close();
    expect((await again.answer()).error).toEqual({ code: 4001, reason: 'window_closed' });
  });

  test('opens the wallet, and goes on with its question when a tab takes it over; both payments are made', async ({
    page,
    devnet,
  }) => {
    await makeWallet(page, 'Everyday');
    await getPaid(page, devnet);
    await devnet.faucet(await addressOn(page), 10_000_000_000_000n);
    await devnet.mine(10);
    await visit(page, '');
    await expect.poll(() => spendable(page)).toBe('20');
    await visit(page, 'settings');
    await page.getByRole('button', { name: 'Lock now' }).click();
    await page.getByLabel('Password for this device', { exact: true }).waitFor();

    const { wallet, answer: connecting } = await connect(site);
    await test.step('the window opens the wallet', async () => {
      await unlock(wallet);
      await agree(wallet, /^Connect$/);
      expect((await connecting()).result).toHaveProperty('identity');
    });
    const payment = { destinations: [{ address: SHOP, amount: HALF }] };
    let paying!: Awaited<ReturnType<typeof ask>>;
    await test.step('the tab takes it over while a question is on the screen, and pays', async () => {
      paying = await ask(site, 'transfer', payment);
      await expect(wallet.getByRole('heading', { name: 'This site asks you to pay' })).toBeVisible();
      await unlock(page);
      await expect(page.getByText('is open in another tab or window')).toBeVisible();
      await look(page, 'open in another tab');
      await page.getByRole('button', { name: 'Use it here' }).click();
      await pay(page, SHOP, '0.25');
    });
    await test.step('the window asks the same question again without a password, and pays', async () => {
      await payable(wallet);
      await agree(wallet, /^Pay 0\.50 XMR$/);
      expect((await paying()).result).toHaveProperty('tx_hash');
    });
    await test.step('the history has both', async () => {
      await wallet.getByRole('button', { name: 'Look at the wallet' }).click();
      await visit(wallet, 'history');
      for (const amount of ['-0.25', '-0.5'])
        await expect(wallet.locator(`data[value="${amount}"]`).first()).toBeVisible();
    });
  });
});

/** The address on Receive. */
const addressOn = async (page: Page): Promise<string> => {
  await visit(page, 'receive');
  return (await page.locator('[data-address]').first().getAttribute('data-address'))!;
};

test('a new version waits for the answer to a question, and is offered afterwards', async ({
  context,
  devnet,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ostro-versions-'));
  cpSync(join(projectRoot, 'dist'), folder, {
    recursive: true,
    filter: (path: string) => !path.endsWith('.map'),
  });
  const chunk = `assets/${readdirSync(join(folder, 'assets')).find((name) => /^pool\.worker-.*\.js$/.test(name))!}`;
  const { daemonUrl: daemon, controlUrl: control } = devnet;
  const app = await serveFolder({
    root: folder,
    extra: { '/devnet.json': { daemon, control, nodes: [daemon] } },
  });
  const shop = await startShop(app.url);
  const site = await context.newPage();
  await site.goto(shop.url);
  let wallet!: Page;
  const news = () => wallet.getByRole('region', { name: 'New version' });
  /** The host publishes a version, and the browser finds it. */
  const publish = async (): Promise<void> => {
    publishNewVersion(folder, chunk, { listed: true });
    await wallet.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
    });
    const waiting = () => wallet.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state);
    await expect.poll(waiting).toBe('installed');
  };
  const payment = { destinations: [{ address: SHOP, amount: HALF }] };
  const question = () => wallet.getByRole('heading', { name: 'This site asks you to pay' });

  await test.step('a wallet with money, made in the window', async () => {
    const connecting = await connect(site);
    wallet = connecting.wallet;
    await makeFirstWallet(wallet, 'Everyday');
    await agree(wallet, /^Connect$/);
    await connecting.answer();
    await wallet.getByRole('button', { name: 'Look at the wallet' }).click();
    await getPaid(wallet, devnet);
    await wallet.getByRole('button', { name: 'Back to the site' }).click();
    await wallet.waitForFunction(() => navigator.serviceWorker.controller !== null);
  });
  await test.step('the question stays, the payment is made, then the version is offered', async () => {
    const paying = await ask(site, 'transfer', payment);
    await expect(question()).toBeVisible();
    await publish();
    await expect(question()).toBeVisible();
    await expect(news()).toBeHidden();
    await agree(wallet, /^Pay 0\.50 XMR$/);
    expect((await paying()).result).toHaveProperty('tx_hash');
    await expect(news()).toBeVisible();
    await look(wallet, 'a new version after the payment');
  });
  await test.step('the next question hides the offer', async () => {
    await devnet.mine(10);
    await ask(site, 'transfer', payment);
    await expect(question()).toBeVisible();
    await expect(news()).toBeHidden();
  });
  shop.stop();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the examples say that the browser opened no window, and the same button goes on', async ({
  context,
  appUrl,
  devnet,
}) => {
  const examples = await startExamples({ wallet: appUrl, node: devnet.daemonUrl, address: SHOP });
  for (const [path, name] of [
    ['checkout/', 'Pay with Monero'],
    ['tip/', '0.01 XMR'],
  ] as const)
    await test.step(path, async () => {
      const site = await context.newPage();
      const button = site.getByRole('button', { name });
      const state = site.getByRole('status');
      const before = context.pages().length;
      // In a page that may open no windows, window.open answers null, as under a pop-up blocker.
      await site.route(examples.url + path, (route) =>
        route.fulfill({
          path: join(projectRoot, 'examples', path, 'index.html'),
          headers: { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' },
        }),
      );
      await site.goto(examples.url + path);
      for (let presses = 0; presses < 2; presses++) {
        await button.click();
        await expect(state).toContainText('Nothing was paid: your browser did not open the wallet’s window.');
        await expect(button).toBeEnabled();
      }
      expect(context.pages()).toHaveLength(before);
      await look(site, `${path} blocked`);

      await site.unroute(examples.url + path);
      await site.reload();
      let wallet = await windowOf(context, () => button.click());
      await expect(barOf(wallet)).toContainText('waits for you');
      await wallet.close();
      await expect(state).toContainText('The wallet’s window was closed before it answered.');
      wallet = await windowOf(context, () => button.click());
      await expect(barOf(wallet)).toContainText('waits for you');
      await wallet.close();
      await site.close();
    });
  await examples.stop();
});

const KNOWN = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../vectors/known-wallet.json'), 'utf8'),
) as {
  readonly seed: string;
  readonly addresses: readonly { readonly address: string }[];
};

/** Writes to the stores of the frame, and answers what is in them. */
const storeOf = (frame: Frame) =>
  frame.evaluate(async () => {
    localStorage.setItem('frame', 'was here');
    await new Promise<void>((done, failed) => {
      const opening = indexedDB.open('frame');
      opening.onsuccess = () => {
        opening.result.close();
        done();
      };
      opening.onerror = () => failed(opening.error!);
    });
    return {
      local: Object.keys(localStorage),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    };
  });

test('a restored wallet pays the checkout, whose frame sees no store of the wallet', async ({
  appUrl,
  devnet,
}) => {
  const birthday = await devnet.height();
  await devnet.faucet(KNOWN.addresses[0]!.address, 2n * HALF);
  await devnet.mine(10);
  const examples = await startExamples({ wallet: appUrl, node: devnet.daemonUrl, address: SHOP });
  const { context, close } = await openProfile();
  const site = await context.newPage();
  await site.goto(`${examples.url}checkout/`);
  const button = site.getByRole('button', { name: 'Pay with Monero' });
  const wallet = await windowOf(context, () => button.click());
  await restoreFirstWallet(wallet, 'Restored', KNOWN.seed.split(' '), birthday);
  await agree(wallet, /^Connect$/);
  await payable(wallet);
  await agree(wallet, /^Pay 0\.25 XMR$/);
  await expect(site.getByRole('status')).toHaveText('Paid. The payment waits for a block.');
  await devnet.mine(1);
  await expect(site.getByRole('status')).toHaveText('Paid. Your coffee is on its way.');

  const frame = site.frames().find((each) => each.url().endsWith('/frame.html'))!;
  // Neither sees what the other has stored.
  expect(await storeOf(frame)).toEqual({ local: ['frame'], databases: ['frame'] });
  const own = await wallet.evaluate(async () => ({
    local: localStorage.getItem('frame'),
    databases: (await indexedDB.databases()).map((each) => each.name),
  }));
  expect(own.local).toBeNull();
  expect(own.databases).not.toContain('frame');
  expect(own.databases.length).toBeGreaterThan(0);
  await close();
  await examples.stop();
});
