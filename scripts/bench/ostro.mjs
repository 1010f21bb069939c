/** Ostro as a subject: the production build's wallet worker in Chromium, asked over its own method table. */
import { join } from 'node:path';
import { openPage } from './chromium.mjs';
import { atWork } from './errors.mjs';
import { findingsOf } from './findings.mjs';
import { weigh } from './load.mjs';
import { profileWorkers } from './profile.mjs';
import { spreadOf } from './stats.mjs';

export const name = 'ostro';

/** {ms, cpu, own, detail} out of a measured call. */
const sample = ({ value, cpu, rendererCpu, own, ownBefore, rss }, detail = {}) => ({
  ms: value.ms,
  cpu,
  own,
  detail: { ...detail, renderer_cpu_s: rendererCpu, rss_mb: rss, before_mb: ownBefore },
});

export function createOstro({ executablePath, site, daemonUrl }) {
  const open = async () => {
    const opened = await openPage({ executablePath, url: site.benchUrl });
    const { page } = opened;
    const call = (method, params = {}) =>
      atWork(
        `ostro ${method}`,
        page.evaluate(([m, p]) => bench.call(m, p), [method, params]),
      );
    await page.evaluate((worker) => bench.start(worker), site.walletWorker);
    await call('x_set_node', { address: daemonUrl, trusted: true });
    const restore = (seed, password = '') =>
      call('restore_deterministic_wallet', { filename: 'bench', seed, restore_height: 0, password });
    const timed = (method, params = {}) =>
      atWork(
        `ostro ${method}`,
        opened.measure(() => page.evaluate(([m, p]) => bench.timed(m, p), [method, params])),
      );
    return { ...opened, call, restore, timed };
  };

  return {
    name,
    /** With `profiled`, the time is not for comparing: see profile.mjs. */
    scan: async ({ seed, profiled = false }) => {
      const { page, call, restore, timed, rest, close } = await open();
      try {
        await restore(seed);
        await scannerReady(call);
        await rest();
        await page.evaluate(() => bench.longTasks());
        const stopProfile = profiled ? await profileWorkers(page, site.root) : undefined;
        const measured = await timed('refresh');
        const profile = await stopProfile?.();
        const long = await page.evaluate(() => bench.longTasks());
        const detail = { long_tasks_ms: long, blocks_fetched: Number(measured.value.value.blocks_fetched) };
        return { ...sample(measured, detail), found: await findingsOf(call), ...(profile && { profile }) };
      } finally {
        await close();
      }
    },
    wallet: async ({ seed }) => {
      const { call, restore, timed, close } = await open();
      await restore(seed);
      await call('refresh');
      return {
        build: async (method, params) => {
          const measured = await timed(method, params);
          return { ...sample(measured), answer: measured.value.value };
        },
        close,
      };
    },
    pageTasks: async ({ seed }) => {
      const { page, call, restore, rest, close } = await open();
      try {
        page.setDefaultTimeout(60_000);
        const password = 'bench';
        return await appPage({ page, site, call, rest, restore: () => restore(seed, password), password });
      } finally {
        await close();
      }
    },
    /** {count, p50, p99, max} of reads while the chain is scanned, in milliseconds. */
    reads: async ({ seed }) => {
      const { page, call, restore, rest, close } = await open();
      try {
        await restore(seed);
        await scannerReady(call);
        await rest();
        return spreadOf(await page.evaluate(() => bench.readsDuringScan()));
      } finally {
        await close();
      }
    },
    load: () => firstLoad({ executablePath, site }),
    openKeys: async ({ seed, address }) => {
      const { timed, rest, close } = await open();
      try {
        await rest();
        const measured = await timed('x_check_seed', { seed });
        if (measured.value.value.address !== address) throw new Error('ostro gave another address');
        return sample(measured);
      } finally {
        await close();
      }
    },
    openFull: async ({ seed }) => {
      const { page, measure, rest, close } = await open();
      try {
        const params = { filename: 'bench', seed, restore_height: 0, password: '' };
        await rest();
        return sample(await measure(() => page.evaluate((p) => bench.untilReading(p), params)));
      } finally {
        await close();
      }
    },
  };
}

/** The others make their table of addresses while they restore; ours is asked for, so that it is there as well. */
const scannerReady = async (call) => {
  const { address } = await call('get_address');
  await call('get_address_index', { address });
};

/** The service worker stores the rest of the app afterwards: not part of the first load. */
const firstLoad = async ({ executablePath, site }) => {
  const { page, measure, close } = await openPage({ executablePath, url: 'about:blank', ready: () => true });
  try {
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('#ostro a[href], #ostro button') === null)
          return requestAnimationFrame(look);
        setTimeout(() => (globalThis.firstControl = performance.now()));
      };
      requestAnimationFrame(look);
    });
    const loaded = new Set();
    page.on('response', (response) => {
      const { origin, pathname } = new URL(response.url());
      if (response.ok() && `${origin}/` === site.appUrl)
        loaded.add(pathname === '/' ? '/index.html' : pathname);
    });
    const measured = await measure(async () => {
      await page.goto(site.appUrl);
      await page.waitForFunction(() => globalThis.firstControl > 0);
      return { ms: await page.evaluate(() => globalThis.firstControl) };
    });
    await page.waitForLoadState('networkidle');
    const weight = weigh([...loaded].map((path) => join(site.root, path)));
    return { ms: measured.value.ms, cpu: measured.cpu, detail: { ...weight, files: loaded.size } };
  } finally {
    await close();
  }
};

/**
 * The app's own page during a scan: its main-thread tasks above 50 ms. The wallet is made beside it (the same origin),
 * then opened as a person would; the scan is over when the worker, after its last blocks, asks for the pool.
 */
const appPage = async ({ page, site, call, rest, restore, password }) => {
  await restore();
  await call('close_wallet');
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(site.appUrl);
  const field = page.locator('input[type="password"]');
  await field.fill(password);
  // The rest of the app is stored first: no part of the scan.
  await page.evaluate(() => navigator.serviceWorker?.ready.then(() => undefined));
  await rest();
  await page.evaluate(() => globalThis.longTasks.splice(0));
  const over = page.waitForResponse((response) => response.url().endsWith('/get_transaction_pool_hashes'));
  await field.press('Enter');
  await over;
  await page.waitForTimeout(1000);
  return page.evaluate(() => globalThis.longTasks);
};
