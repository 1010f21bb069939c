/**
 * The built SDK in a page of another site, in a real Chromium: it mounts the frame of the built app, and the frame
 * answers public methods with a real monerod, without a wallet.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import type { Provider, ProviderError } from '../../../src/sdk/index.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { limit } from '../../support/tier.ts';

/** What the page of the shop puts on its global object. */
interface Shop {
  readonly monero: Provider;
  /** How a request ended that was made while the page loaded. */
  readonly early: Promise<unknown>;
}
const MESSAGE = '0f1e2d3c4b5a6978';

describe('the frame in a page of another site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ostro-shop-'));
  let wallet: FolderServer;
  let shop: FolderServer;
  let chain: Regtest;
  let browser: Browser;
  let page: Page;
  /** A payment that the reference's wallet got, and its proof. */
  let paid: {
    readonly address: string;
    readonly txid: string;
    readonly proof: string;
    readonly amount: string;
  };

  beforeAll(async () => {
    const build = ['scripts/run.mjs', 'scripts/tools/build/sdk.ts'].map((path) => join(projectRoot, path));
    [wallet, chain] = await Promise.all([
      ensureBuilt().then((root) => serveFolder({ root })),
      startRegtest(),
      promisify(execFile)(process.execPath, [...build, join(folder, 'sdk')]),
    ]);
    paid = await makePayment(chain);
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><script type="module" src="./shop.js"></script>',
    );
    const options = JSON.stringify({ wallet: wallet.url, node: chain.url });
    writeFileSync(
      join(folder, 'shop.js'),
      `import { createProvider } from './sdk/ostro-connect.js'; globalThis.monero = createProvider(${options});
       globalThis.early = monero.request({ method: 'get_balance' }).catch(({ code, data }) => ({ code, data }));`,
    );
    // Another site than the wallet's: `localhost` and `127.0.0.1` have nothing in common.
    shop = await serveFolder({ root: folder, headers: () => ({}) });
    browser = await launchBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(limit(2));
    await page.goto(shop.url.replace('localhost', '127.0.0.1'));
    await page.waitForFunction(() => 'monero' in globalThis);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([wallet.stop(), shop.stop(), chain.dispose()]);
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (method: string, params: object): Promise<unknown> =>
    page.evaluate(
      async ([name, given]) => {
        const { monero } = globalThis as unknown as Shop;
        try {
          const result = await monero.request({ method: name, params: given });
          return { result: result };
        } catch (error) {
          const { code, message, data } = error as ProviderError;
          return { error: { code, message, data } };
        }
      },
      [method, params] as const,
    );

  it('answers validate_address and parse_uri', async () => {
    expect(await ask('validate_address', { address: paid.address })).toMatchObject({
      result: { valid: true, nettype: 'mainnet' },
    });
    const uri = `monero:${paid.address}?tx_amount=0.25`;
    expect(await ask('parse_uri', { uri })).toMatchObject({
      result: { uri: { amount: 250_000_000_000n } },
    });
  });

  it('checks a proof with the node that the page names', async () => {
    const { address, txid, proof, amount } = paid;
    const claim = { txid, address, message: MESSAGE, signature: proof };
    expect(await ask('check_tx_proof', claim)).toEqual({
      result: { good: true, received: BigInt(amount), in_pool: false, confirmations: 3 },
    });
    expect(await ask('check_tx_proof', { ...claim, message: 'another invoice' })).toMatchObject({
      result: { good: false },
    });
  });

  it('verifies the payment of an invoice', async () => {
    const check = (confirmations: number, amount: string): Promise<unknown> =>
      page.evaluate(
        ([invoice, receipt]) => (globalThis as unknown as Shop).monero.verifyPayment({ invoice, ...receipt }),
        [
          { id: MESSAGE, address: paid.address, amount, confirmations },
          { tx_hash: paid.txid, proof: paid.proof },
        ] as const,
      );
    expect(await check(3, paid.amount)).toMatchObject({ paid: true, confirmed: true });
    expect(await check(4, paid.amount)).toMatchObject({ paid: true, confirmed: false });
    expect(await check(1, String(BigInt(paid.amount) + 1n))).toMatchObject({
      paid: false,
      confirmed: false,
    });
  });

  it('opens no window for a wallet method outside a click', async () => {
    // Not from here: what Playwright evaluates counts as a click.
    const early = await page.evaluate(() => (globalThis as unknown as Shop).early);
    expect(early).toEqual({ code: 4900, data: { reason: 'needs_click' } });
    expect(page.context().pages()).toHaveLength(1);
  });

  it('stores nothing, and runs one frame with one worker', async () => {
    const frames = page.frames().filter((frame) => frame.url().startsWith(wallet.url));
    expect(frames.map((frame) => frame.url())).toEqual([`${wallet.url}frame.html`]);
    // Where the browser allows no storage in such frames, there are none either.
    const stored = await frames[0]!.evaluate(async () => [
      ...(await indexedDB.databases().catch(() => [])),
      ...(await caches.keys().catch(() => [])),
      ...(await navigator.serviceWorker.getRegistrations().catch(() => [])),
    ]);
    expect(stored).toEqual([]);
    expect(page.workers()).toHaveLength(1);
  });

  it('shows and answers nothing when the frame page is opened as a page', async () => {
    const alone = await browser.newPage();
    const problems: string[] = [];
    alone.on('pageerror', (error) => problems.push(error.message));
    await alone.goto(`${wallet.url}frame.html`);
    expect(await alone.locator('body').innerText()).toBe('');
    expect(problems).toEqual([]);
    await alone.close();
  });
});

/** The reward of a block for the reference's wallet, two blocks deep, and its proof. */
const makePayment = async (chain: Regtest) => {
  const theirs = await chain.walletRpc();
  await theirs.call('create_wallet', { filename: 'shop', password: '', language: 'English' });
  const address = (await theirs.call('get_address'))['address'] as string;
  await chain.mine(3, address);
  await theirs.call('refresh');
  const { in: received } = (await theirs.call('get_transfers', { in: true })) as unknown as {
    in: { txid: string; amount: bigint | number; height: number }[];
  };
  const first = received.reduce((a, b) => (a.height < b.height ? a : b));
  const { signature } = await theirs.call('get_tx_proof', { txid: first.txid, address, message: MESSAGE });
  return { address, txid: first.txid, amount: String(first.amount), proof: signature as string };
};
