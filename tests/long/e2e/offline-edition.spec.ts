/**
 * The offline edition, opened from its file in a Chromium whose every connection a proxy would see: it makes no request,
 * keeps wallets, and signs what the monero-wallet-rpc of a watching wallet prepares and submits.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { findChromium, projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { copyTree } from '../../../scripts/tools/checks/tree-copy.mjs';
import { buildOffline, type OfflineBuild } from '../../support/offline-build.ts';
import { startRecordingProxy, type RecordingProxy } from '../../support/recording-proxy.ts';
import { startRegtest } from '../../support/regtest.ts';
import { makeFirstWallet, receiveAddress, restoreFirstWallet, unlock, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const XMR = 1_000_000_000_000n;
/** What page and workers may load: the file, and what it has in itself. */
const ITSELF = /^(?:file:\/\/\/.*\/ostro-offline\.html(?:#.*)?$|blob:|data:)/;

let build: OfflineBuild;
let proxy: RecordingProxy;
let browser: Browser;
test.beforeAll(async () => {
  build = await buildOffline();
  proxy = await startRecordingProxy();
  const executablePath = findChromium();
  browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
});
test.afterAll(async () => {
  await browser.close();
  await proxy.stop();
  build.remove();
});

/** A new device: the page from the file, and what it loads and what its policy refuses. */
const openFile = async (): Promise<{ page: Page; requests: string[]; refusals: string[] }> => {
  const context = await browser.newContext({
    // For pages and workers only, since the browser itself asks for updates. Loopback is no exception.
    proxy: { server: `http://127.0.0.1:${proxy.port}`, bypass: '<-loopback>' },
  });
  const requests: string[] = [];
  const refusals: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => {
    if (/Content Security Policy|Refused to|violates/.test(message.text())) refusals.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(build.url);
  return { page, requests, refusals };
};
const expectNoRequest = (requests: readonly string[]): void => {
  expect(requests.filter((url) => !ITSELF.test(url))).toEqual([]);
  expect(proxy.asked).toEqual([]);
};
const signing = (page: Page) => page.getByRole('heading', { name: 'Signing device' });

test('the file built in another folder has the same bytes, and its hash lies beside it', async () => {
  const other = await buildOffline(copyTree(projectRoot));
  expect(other.page === build.page).toBe(true);
  const sha256 = createHash('sha256').update(build.page).digest('hex');
  expect(build.sums).toBe(`${sha256}  ostro-offline.html\n`);
  other.remove();
});

test('a wallet is made, locked, found again after a reload, and shows its address, with no request', async () => {
  const { page, requests, refusals } = await openFile();
  await expect(page.getByText('This is the offline edition of Ostro')).toBeVisible();
  await makeFirstWallet(page, 'Cold');
  await expect(signing(page)).toBeVisible();
  const address = await receiveAddress(page);
  expect(address).toMatch(/^4/);
  await visit(page, '');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await unlock(page);
  await expect(signing(page)).toBeVisible();
  await page.reload();
  await unlock(page);
  await expect(signing(page)).toBeVisible();
  expect(await receiveAddress(page)).toBe(address);
  await visit(page, 'nodes');
  await expect(signing(page)).toBeVisible();
  await visit(page, 'settings');
  for (const name of ['Look up blocks and transactions', 'Sign without a network']) {
    await page.getByLabel('Find a setting').fill(name);
    await expect(page.getByText('Nothing fits')).toBeVisible();
  }
  expect(refusals).toEqual([]);
  expectNoRequest(requests);
  await page.context().close();
});

test('a message is signed', async () => {
  const { page, requests } = await openFile();
  await makeFirstWallet(page, 'Cold');
  await expect(signing(page)).toBeVisible();
  await visit(page, 'prove/text');
  await page.getByLabel('Text', { exact: true }).fill('signed on a device without a network');
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The signature is made' })).toBeVisible();
  const signature = await page.locator('[data-proof]').innerText();
  expect(signature).toMatch(/^SigV2/);
  // No link: only this device could open it.
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeHidden();
  expectNoRequest(requests);
  await page.context().close();
});

test('a set of monero-wallet-rpc is signed, and monero-wallet-rpc submits it', async () => {
  const chain = await startRegtest();
  try {
    // The wallet is restored in the file from the words of the reference, which watches it with its view key alone.
    const maker = await chain.walletRpc();
    await maker.call('create_wallet', { filename: 'maker', password: '', language: 'English' });
    const address = (await maker.call('get_address', {}))['address'] as string;
    const key = async (key_type: string): Promise<string> =>
      (await maker.call('query_key', { key_type }))['key'] as string;
    const words = (await key('mnemonic')).split(' ');
    const watch = await chain.walletRpc();
    const viewkey = await key('view_key');
    await watch.call('generate_from_keys', { filename: 'watch', password: '', address, viewkey });
    await chain.mine(3, address);
    await chain.mine(90, PAYEE);
    await watch.call('refresh', {});

    const { page, requests, refusals } = await openFile();
    await restoreFirstWallet(page, 'Cold', words, 0);
    await expect(signing(page)).toBeVisible();
    expect(await receiveAddress(page)).toBe(address);
    await visit(page, '');

    const read = async (text: unknown): Promise<void> => {
      await page.getByRole('button', { name: 'Read from the watching device' }).click();
      await page.getByText('Paste a text').click();
      await page.getByLabel('Text from the other device').fill(String(text));
      await page.getByRole('button', { name: 'Use this text' }).click();
    };
    const { outputs_data_hex } = await watch.call('export_outputs', { all: true });
    await read(outputs_data_hex);
    await expect(page.getByText('3 new coins imported.')).toBeVisible();
    await page.getByRole('button', { name: 'The other device has them' }).click();

    const destinations = [{ address: PAYEE, amount: XMR }];
    const { unsigned_txset } = await watch.call('transfer', { destinations });
    await read(unsigned_txset);
    await expect(page.getByRole('heading', { name: 'Check before you sign' })).toBeVisible();
    await expect(page.locator(`[data-address="${PAYEE}"]`)).toBeVisible();
    await page.getByRole('button', { name: /^Sign / }).click();
    await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    const signed = readFileSync(await (await saving).path()).toString('hex');

    const { tx_hash_list } = await watch.call('submit_transfer', { tx_data_hex: signed });
    expect(tx_hash_list).toHaveLength(1);
    await chain.mine(1, PAYEE);
    const { txs } = await chain.path('/get_transactions', { txs_hashes: tx_hash_list });
    expect(txs).toMatchObject([{ in_pool: false, double_spend_seen: false }]);
    expect(refusals).toEqual([]);
    expectNoRequest(requests);
    await page.context().close();
  } finally {
    await chain.dispose();
  }
});

test('the policy refuses every kind of request, and the proxy would have seen one', async () => {
  const { page } = await openFile();
  await expect(page.getByText('This is the offline edition of Ostro')).toBeVisible();
  const outcomes = await page.evaluate(async () => {
    const url = 'http://node.example/';
    const refused = (work: () => Promise<unknown>): Promise<string> =>
      work().then(
        () => 'went out',
        () => 'refused',
      );
    const event = (target: EventTarget): Promise<unknown> =>
      new Promise((resolve, reject) => {
        target.addEventListener('load', resolve);
        target.addEventListener('open', resolve);
        target.addEventListener('error', reject);
      });
    return [
      await refused(() => fetch(url)),
      await refused(() => fetch(url, { mode: 'no-cors' })),
      await refused(() => event(Object.assign(new Image(), { src: url }))),
      await refused(() => event(new WebSocket('ws://node.example/'))),
      await refused(() => event(new EventSource(url))),
      navigator.sendBeacon(url) ? 'sent or refused' : 'refused',
    ];
  });
  expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'refused'));
  expect(proxy.asked).toEqual([]);
  const plain = await page.context().newPage();
  await plain.goto('http://node.example/').catch(() => undefined);
  expect(proxy.asked[0]).toContain('node.example');
  await page.context().close();
});
