/**
 * The app of a build that reads version 18, in a real Chromium, on a made-up chain over the fork with outputs of both eras:
 * reorgs across both heights of the fork, and tabs whose process is killed in the middle of a scan. The balance and the
 * tree of outputs are right at every step.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';
import { asKeyImage } from '../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { parseJson, writeJson } from '../../../src/base/json.ts';
import type { HostWindow } from '../../support/app-endpoint.ts';
import { launchBrowser, openContext } from '../../support/browser.ts';
import { startForkNode, type ForkNode } from '../../support/fork-node.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { limit, seed } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { createForkPlay, type ForkPlay, type PlayCoin } from '../../unit/wallet/fork-play.ts';

const BLOCKS = Number(process.env['OSTRO_FORK_BLOCKS'] ?? 600);
/** Blocks that the chain grows by before a tab is killed while it reads them, and how many it gets at once. */
const UNREAD = 12;
const AT_ONCE = 3;

let dist: string;
let site: FolderServer;
let browser: Browser;
beforeAll(async () => {
  await useWasmKernel();
  dist = await mkdtemp(join(tmpdir(), 'ostro-fork-'));
  await buildApp(undefined, { outDir: dist, env: { OSTRO_READS: '18' } });
  site = await serveFolder({ root: dist });
  browser = await launchBrowser();
}, limit(5));
afterAll(async () => {
  await browser.close();
  await site.stop();
  await rm(dist, { recursive: true, force: true });
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
  return page;
};
const load = async (page: Page): Promise<void> => {
  await page.goto(site.url);
  await page.waitForFunction(() => 'ostroRpc' in globalThis);
};

/** Ends the process of a tab and of its workers. */
const killTab = async (page: Page): Promise<void> => {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => undefined);
  await crashed;
};

const makeWallet = async (
  page: Page,
  { account, text }: ForkPlay['alice'],
  node: ForkNode,
): Promise<void> => {
  await call(page, 'generate_from_keys', {
    ...{ filename: 'alice', password: 'pw', restore_height: 0, address: text(0, 0) },
    ...{ spendkey: toHex(account.spendSecret!), viewkey: toHex(account.viewSecret) },
  });
  await call(page, 'auto_refresh', { enable: false });
  await call(page, 'set_daemon', { address: node.url, trusted: true });
  await call(page, 'create_account');
};
const balanceOf = async (page: Page): Promise<bigint> =>
  BigInt(String((await call(page, 'get_accounts'))['total_balance']));
const heightOf = async (page: Page): Promise<number> => Number((await call(page, 'get_height'))['height']);
/** The wallet's tree of outputs is that of the newest block. */
const expectTree = async (page: Page, chain: ForkPlay['chain']): Promise<void> => {
  const height = chain.height - 1;
  const { layers, root } = chain.treeAt(height);
  const { tree } = await call(page, 'x_status');
  const tip = { height, id: toHex(chain.idAt(height)), layers, root: toHex(root) };
  expect(tree, `after the block ${height}`).toMatchObject({ tip });
};
const coinsOf = async (page: Page): Promise<PlayCoin[]> => {
  const lists = await Promise.all(
    [0, 1].map((account_index) => call(page, 'incoming_transfers', { transfer_type: 'all', account_index })),
  );
  return lists
    .flatMap(({ transfers = [] }) => transfers as Answer[])
    .filter(({ spent }) => !spent)
    .map(({ amount, key_image, block_height }) => ({
      amount: BigInt(String(amount)),
      keyImage: asKeyImage(fromHex(String(key_image))),
      height: Number(block_height),
    }));
};

it(
  'balance and tree are right at every step over the fork, through reorgs and killed tabs',
  async () => {
    const play = createForkPlay(BLOCKS, seededRandom(`fork in a page ${seed}`));
    const { chain, forks } = play;
    await using node = await startForkNode(chain, forks);
    // A service worker would share the process of the tabs, and fail requests of the next one when it dies.
    const context = await openContext(browser, { serviceWorkers: 'block' });
    let page = await openTab(context);
    await load(page);
    await makeWallet(page, play.alice, node);
    let steps = 0;
    /** Heights at which a tab is killed: every hundred blocks, and while it reads the first blocks of 17 and of 18. */
    const killAt = [
      ...Array.from({ length: Math.ceil(BLOCKS / 100) }, (_, i) => 100 * i + 2),
      ...[forks[17], forks[18]].map((height) => height - 4),
    ].sort((a, b) => a - b);
    const seen = { kills: 0, partly: 0 };
    while (chain.height < BLOCKS) {
      const coins = await coinsOf(page);
      play.step(coins);
      if (chain.height >= (killAt[seen.kills] ?? Infinity)) {
        // The tab is killed while the node holds back the last blocks. Every other tab has stored some of them then: no
        // reorganisation may make the wallet read blocks again in place of new ones.
        const stores = seen.kills % 2 === 1;
        if (stores) await call(page, 'refresh');
        const before = await heightOf(page);
        while (chain.height < before + UNREAD)
          if (stores) play.mine();
          else play.step([]);
        node.most = AT_ONCE;
        const reached = node.holdAfter(2);
        void call(page, 'refresh').catch(() => undefined);
        await reached;
        if (stores) await expect.poll(() => heightOf(page), { timeout: limit(2) }).toBeGreaterThan(before);
        await killTab(page);
        page = await openTab(context);
        await load(page);
        await call(page, 'open_wallet', { filename: 'alice', password: 'pw' });
        // The node still holds back the blocks, so this is what the killed tab had stored.
        const stored = await heightOf(page);
        expect(stored).toBeLessThan(chain.height);
        node.letGo();
        node.most = 500;
        await call(page, 'auto_refresh', { enable: false });
        seen.kills += 1;
        if (stored > before) seen.partly += 1;
      }
      await call(page, 'refresh');
      expect(await heightOf(page)).toBe(chain.height);
      expect(await balanceOf(page), `after the block ${chain.height - 1}`).toBe(play.balance);
      await expectTree(page, chain);
      steps += 1;
    }
    console.log(writeJson({ steps, ...play.seen, ...seen }));
    expect(seen.kills).toBe(killAt.length);
    for (const count of Object.values({ ...play.seen, ...seen })) expect(count).toBeGreaterThan(0);
    // A build that reads version 18 pays by it, too (fork-payment.test.ts): the money of both eras is one balance.
    await page.getByText('Up to date').first().waitFor();
    expect(await page.getByText(/under the new rules|cannot pay yet/).count()).toBe(0);
    const open = await call(page, 'get_balance', { all_accounts: true });
    expect(BigInt(String(open['unlocked_balance']))).toBeGreaterThan(0n);
    expect(BigInt(String(open['unlocked_balance']))).toBeLessThan(BigInt(String(open['balance'])));
    // A second wallet of the same keys that reads the finished chain at once.
    await call(page, 'close_wallet');
    await call(page, 'generate_from_keys', {
      ...{ filename: 'again', password: 'pw', restore_height: 0, address: play.alice.text(0, 0) },
      ...{ spendkey: toHex(play.alice.account.spendSecret!), viewkey: toHex(play.alice.account.viewSecret) },
    });
    await call(page, 'create_account');
    await call(page, 'refresh');
    expect(await balanceOf(page)).toBe(play.balance);
    await expectTree(page, chain);
    await context.close();
  },
  limit(60),
);
