/**
 * Payments that prove membership in the app of a build that makes them, in a real Chromium: review, cancel, tabs that are
 * killed while they prove and while they send, and what the node got. Pictures go to OSTRO_PICTURES.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect as playwright, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';
import { toHex } from '../../../src/base/hex.ts';
import { parseJson, writeJson } from '../../../src/base/json.ts';
import type { HostWindow } from '../../support/app-endpoint.ts';
import { launchBrowser, openContext } from '../../support/browser.ts';
import { startForkNode, type ForkNode } from '../../support/fork-node.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { limit, seed } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { createRichFork, XMR, type RichFork } from '../../unit/wallet/rich-fork.ts';

/** Proofs take many seconds on a busy computer. */
const expectPage = playwright.configure({ timeout: limit(3) });
const COINS = 6;
const SIZES = { phone: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } };

let dist: string;
let site: FolderServer;
let browser: Browser;
let fork: RichFork;
let node: ForkNode;
beforeAll(async () => {
  await useWasmKernel();
  dist = process.env['OSTRO_DIST'] ?? (await mkdtemp(join(tmpdir(), 'ostro-fork-payment-')));
  if (process.env['OSTRO_DIST'] === undefined)
    await buildApp(undefined, { outDir: dist, env: { OSTRO_READS: '18' } });
  site = await serveFolder({ root: dist });
  browser = await launchBrowser();
  fork = createRichFork(COINS, seededRandom(`fork payment ${seed}`));
  node = await startForkNode(fork.chain, fork.forks);
}, limit(5));
afterAll(async () => {
  await browser.close();
  await node[Symbol.asyncDispose]();
  await site.stop();
  if (process.env['OSTRO_DIST'] === undefined) await rm(dist, { recursive: true, force: true });
});

type Answer = Record<string, unknown>;
const call = async (page: Page, method: string, params: object = {}): Promise<Answer> => {
  const envelope = writeJson({ jsonrpc: '2.0', id: 1, method, params });
  const text = await page.evaluate((sent) => (globalThis as HostWindow).ostroRpc!.request(sent), envelope);
  const { result, error } = parseJson(text) as { readonly result?: Answer; readonly error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${writeJson(error)}`);
  return result!;
};
const openTab = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
  await page.goto(site.url);
  await page.waitForFunction(() => 'ostroRpc' in globalThis);
  return page;
};
const openAgain = async (context: BrowserContext): Promise<Page> => {
  const page = await openTab(context);
  await call(page, 'open_wallet', { filename: 'alice', password: 'pw' });
  await call(page, 'refresh');
  return page;
};
const killTab = async (page: Page): Promise<void> => {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => undefined);
  await crashed;
};
const makeWallet = async (page: Page): Promise<void> => {
  const { account, text } = fork.alice;
  await call(page, 'generate_from_keys', {
    ...{ filename: 'alice', password: 'pw', restore_height: 0, address: text(0, 0) },
    ...{ spendkey: toHex(account.spendSecret!), viewkey: toHex(account.viewSecret) },
  });
  await call(page, 'set_daemon', { address: node.url, trusted: true });
  await call(page, 'refresh');
};
const balance = async (page: Page): Promise<bigint> =>
  BigInt(String((await call(page, 'get_balance'))['balance']));
const mine = (blocks: number): void => {
  for (let i = 0; i < blocks; i++) node.mine(fork.others);
};
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['OSTRO_PICTURES'];
  if (folder === undefined) return;
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.screenshot({ path: join(folder, `${name}-${size}.png`) });
  }
};
/** Fills the form of Send and opens the review. */
const askFor = async (page: Page, amount: string): Promise<void> => {
  await page.goto(`${site.url}#/send`);
  await page.getByLabel('To', { exact: true }).fill(fork.others.text(0, 1));
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Check before sending' }).click();
};
const proving = (page: Page) => page.getByText(/Hiding (the coin|coin \d of \d)|Proving that the money/);

it(
  'the page reviews, proves and sends payments of one to eight coins, and a killed tab loses nothing',
  async () => {
    const context = await openContext(browser, { serviceWorkers: 'block' });
    let page = await openTab(context);
    await makeWallet(page);
    expect(await balance(page)).toBe(2n * BigInt(COINS) * XMR);
    await expectPage(page.getByText('cannot pay yet')).toHaveCount(0);
    await picture(page, 'home');

    // A payment of one or two coins: reviewed and sent.
    await askFor(page, '0.5');
    await expectPage(page.getByRole('button', { name: /^Send 0\.50* XMR$/ })).toBeVisible();
    await picture(page, 'review');
    await page.getByRole('button', { name: /^Send 0\.50* XMR$/ }).click();
    await expectPage(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    await picture(page, 'sent');
    expect(node.refused).toEqual([]);
    expect(node.pool).toHaveLength(1);
    mine(12);
    await call(page, 'refresh');
    const [first] = node.pool;
    const afterFirst = 2n * BigInt(COINS) * XMR - XMR / 2n - first!.pruned.rct!.fee;
    expect(await balance(page)).toBe(afterFirst);

    // Many coins: words for the parts of the proof. Closing the review ends it.
    await askFor(page, '7.2');
    await expectPage(proving(page).first()).toBeVisible();
    await picture(page, 'proving');
    await page.getByRole('button', { name: 'Close' }).click();
    await expectPage.poll(async () => (await call(page, 'x_status'))['proving']).toBeUndefined();
    expect(node.pool).toHaveLength(1);

    // The tab dies while it proves: nothing was spent.
    await page.getByRole('button', { name: 'Check before sending' }).click();
    await expectPage(proving(page).first()).toBeVisible();
    await killTab(page);
    page = await openAgain(context);
    expect(await balance(page)).toBe(afterFirst);
    expect((await call(page, 'get_transfers', { pending: true, failed: true }))['pending'] ?? []).toEqual([]);

    // The tab dies while the node has the payment and has not answered: it was made once. What was typed is still there.
    await page.goto(`${site.url}#/send`);
    await expectPage(page.getByLabel('Amount', { exact: true })).toHaveValue('7.2');
    await page.getByRole('button', { name: 'Check before sending' }).click();
    const reached = node.holdSent();
    await page.getByRole('button', { name: /^Send 7\.20* XMR$/ }).click();
    await reached;
    await killTab(page);
    node.letGo();
    page = await openAgain(context);
    await call(page, 'refresh');
    mine(12);
    await call(page, 'refresh');
    expect(node.pool).toHaveLength(2);
    // Seven or eight, as the change of the first payment is among them or not.
    expect(node.pool[1]!.part.pseudoOuts.length).toBeGreaterThanOrEqual(7);
    const afterSecond = afterFirst - (72n * XMR) / 10n - node.pool[1]!.pruned.rct!.fee;
    expect(await balance(page)).toBe(afterSecond);

    // All that is left goes to an own address.
    await page.goto(`${site.url}#/send`);
    await expectPage(page.getByLabel('Amount', { exact: true })).toHaveValue('');
    await page.getByLabel('To', { exact: true }).fill(fork.alice.text(0, 1));
    await page.getByRole('button', { name: 'Send all' }).click();
    await page.getByRole('button', { name: 'Check before sending' }).click();
    await page.getByRole('button', { name: /^Send 4\.2.* XMR$/ }).click();
    await expectPage(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    mine(12);
    await call(page, 'refresh');
    expect(node.pool).toHaveLength(3);
    expect(await balance(page)).toBe(afterSecond - node.pool[2]!.pruned.rct!.fee);
    // After a killed tab the same bytes are sent again.
    expect(node.refused.filter((why) => why !== 'double spend')).toEqual([]);
    await context.close();
  },
  limit(20),
);
