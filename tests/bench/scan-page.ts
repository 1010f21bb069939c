/**
 * `node scripts/run.mjs tests/bench/scan-page.ts [PAYMENTS] [SLOWER…]`: the app in Chromium while its wallet reads a chain of
 * so many payments to it (a multiple of 100) at full speed. Meanwhile the four tabs are pressed in turn. For each factor
 * by which the processor is slower: how long each press took until the screen showed it, and the tasks of the page's
 * thread above 50 ms. Opening the wallet comes before.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSHandle, Page } from '@playwright/test';
import { mineBlocks, startMonerod } from '../../scripts/tools/app/monero.ts';
import { startChild } from '../../scripts/tools/setup/process.mjs';
import { ensureChromium, ensureMonero, projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { formatAddress } from '../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { writeMnemonic } from '../../src/protocol/mnemonic/mnemonic.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { benchOf, openPage } from './chromium.ts';
import { LARGE_SEED } from './large-wallet.ts';
import type { WalletPage } from './ostro.ts';
import { type Site, startSite } from './site.ts';
import { spreadOf } from './subject.ts';

const PASSWORD = 'a wallet that reads';
const ADDRESSES = 20;
const PRESS_EVERY_MS = 250;

interface Observed {
  readonly tasks: number[];
  readonly presses: number[];
}
// Both run in the page, where nothing else of this file exists.
const observed = () => (globalThis as unknown as { observed: Observed }).observed;
const takeTasks = () => (globalThis as unknown as { observed: Observed }).observed.tasks.splice(0);

/** Records what the page's thread does, from the first line on. */
const observe = (): void => {
  const seen: Observed = { tasks: [], presses: [] };
  Object.assign(globalThis, { observed: seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(Math.round(duration));
  }).observe({ type: 'longtask', buffered: true });
  // Until the next frame was painted; shorter ones than 16 ms are not reported.
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') seen.presses.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
};

/** Makes the wallet in the profile of the browser, without reading blocks. */
const makeWallet = async (page: Page, site: Site, daemonUrl: string): Promise<void> => {
  const bench = (await benchOf(page)) as JSHandle<WalletPage>;
  await bench.evaluate((each, worker) => each.start(worker), site.walletWorker);
  const seed = await writeMnemonic('English', accountFromSeed(LARGE_SEED).spendSecret);
  for (const [method, params] of [
    ['x_set_node', { address: daemonUrl, trusted: true }],
    ['restore_deterministic_wallet', { filename: 'reading', seed, restore_height: 0, password: PASSWORD }],
    ['close_wallet', {}],
  ] as const)
    await bench.evaluate((each, [m, p]) => each.call(m, p), [method, params] as const);
};

const measure = async (site: Site, daemonUrl: string, slower: number): Promise<void> => {
  const { page, close } = await openPage({
    executablePath: await ensureChromium(),
    url: site.benchUrl,
  });
  try {
    await makeWallet(page, site, daemonUrl);
    await page.addInitScript(observe);
    await page.goto(site.appUrl);
    const field = page.locator('input[type="password"]');
    await field.fill(PASSWORD);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await field.press('Enter');
    await page.locator('.bal .lbl').waitFor();
    const begun = performance.now();
    const opening = await page.evaluate(takeTasks);
    const tabs = page.locator('nav[aria-label="Main"] a');
    let pressed = 0;
    while ((await page.getByText('Up to date').count()) === 0) {
      // Home last of each four: it says when all is read.
      await tabs.nth(++pressed % 4).click();
      await sleep(PRESS_EVERY_MS);
      if (pressed % 4 === 0) await sleep(PRESS_EVERY_MS);
    }
    const took = performance.now() - begun;
    const { tasks, presses } = await page.evaluate(observed);
    console.log(
      `${slower} times slower: read for ${(took / 1000).toFixed(1)} s, ${pressed} presses, ` +
        `those above 16 ms: ${JSON.stringify(spreadOf(presses))}, tasks above 50 ms: ${JSON.stringify(tasks)} ` +
        `(while opening: ${JSON.stringify(opening)})`,
    );
  } finally {
    await close();
  }
};

const [, , payments = '20000', ...factors] = process.argv;
await useWasmKernel();
const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-scan-page-'));
const monerod = await startMonerod({ bin: await ensureMonero(), dataDir: dir });
const site = await startSite();
try {
  const miner = accountFromSeed(new Uint8Array(32).fill(9));
  await mineBlocks(monerod.url, 1, formatAddress({ network: 'mainnet', kind: 'standard', ...miner }));
  const args = ['scripts/run.mjs', 'tests/bench/large-node.ts', monerod.url, payments, String(ADDRESSES)];
  const node = startChild('the node', process.execPath, args, { cwd: projectRoot });
  while (!/^\d+$/.test(node.tail())) await sleep(100);
  for (const factor of factors.length > 0 ? factors : ['1', '4'])
    await measure(site, `http://127.0.0.1:${node.tail()}`, Number(factor));
} finally {
  await site.stop();
  await monerod.child.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exit();
