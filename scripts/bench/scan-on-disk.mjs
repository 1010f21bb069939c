/**
 * A scan as `createOstro` makes it, with two differences for long chains: the browser's profile is in a folder, so that
 * commits wait for the disk, and no DevTools record the network (unwatched.mjs).
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { benchCache } from './cache.mjs';
import { untilAtRest } from './chromium.mjs';
import { atWork } from './errors.mjs';
import { findingsOf } from './findings.mjs';
import { scannerReady } from './ostro.mjs';
import { findProcess, meter, renderersMemory } from './proc.mjs';
import { figuresOf } from './subject.mjs';
import { openUnwatched } from './unwatched.mjs';

/** @typedef {import('./ostro.mjs').WalletPage} WalletPage */
/** @typedef {import('./ostro.mjs').Timed} Timed */
/** @typedef {import('./call.mjs').Call} Call */

/**
 * @param {{
 *   readonly executablePath: string,
 *   readonly site: import('./site.mjs').Site,
 *   readonly daemonUrl: string,
 *   readonly seed: string,
 * }} options
 * @returns {Promise<import('./subject.mjs').Scanned>}
 */
export async function scanOnDisk({ executablePath, site, daemonUrl, seed }) {
  mkdirSync(benchCache(), { recursive: true });
  const profile = mkdtempSync(join(benchCache(), 'profile-'));
  const mark = `--ostro-bench=${randomUUID()}`;
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), mark];
  const page = await openUnwatched({ executablePath, args, profile, url: site.benchUrl });
  try {
    const pid = findProcess(mark);
    const floor = renderersMemory(pid);
    /** @type {Call} */
    const call = (method, params = {}) =>
      atWork(
        `ostro ${method}`,
        page.evaluate(
          (/** @type {WalletPage} */ bench, /** @type {readonly [string, object]} */ [m, p]) =>
            bench.call(m, p),
          [method, params],
        ),
      );
    await page.evaluate(
      (/** @type {WalletPage} */ bench, /** @type {string} */ worker) => bench.start(worker),
      site.walletWorker,
    );
    await call('x_set_node', { address: daemonUrl, trusted: true });
    await call('restore_deterministic_wallet', { filename: 'bench', seed, restore_height: 0, password: '' });
    await scannerReady(call);
    await untilAtRest(pid);
    const running = meter(pid, { floor });
    const refresh = (/** @type {WalletPage} */ bench) => bench.timed('refresh', {});
    const scanned = atWork('ostro refresh', page.evaluate(refresh, []));
    try {
      const value = /** @type {Timed} */ (await scanned);
      return { ...figuresOf({ value, ...running.stop() }), found: await findingsOf(call) };
    } catch (error) {
      running.stop();
      throw error;
    }
  } finally {
    await page.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
