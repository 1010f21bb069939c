/** Ostro as a subject: the production build's wallet worker in Chromium, asked over its own method table. */
import { join } from 'node:path';
import type { JSHandle } from '@playwright/test';
import { type Call, findingsOf } from './call.ts';
import { benchOf, openPage } from './chromium.ts';
import { builtBy, walletCall } from './payment.ts';
import { profileWorkers } from './profile.ts';
import { type Site, weigh } from './site.ts';
import { startSlowLink } from './slow-link.ts';
import { atWork, type Figures, figuresOf, spreadOf, type Subject } from './subject.ts';

export interface Timed {
  readonly ms: number;
  readonly value: unknown;
}
/** What tests/bench/page.ts answers about the wallet. */
export interface WalletPage {
  /** Resolves when the worker has answered. */
  readonly start: (workerUrl: string) => Promise<void>;
  readonly call: Call;
  readonly timed: (method: string, params: object) => Promise<Timed>;
  /** From the call that makes the wallet until its scanner has the look-ahead table and blocks are asked for. */
  readonly untilReading: (params: object) => Promise<Timed>;
  /** How long reads take, in milliseconds, that are asked one after the other while the whole chain is scanned. */
  readonly readsDuringScan: () => Promise<number[]>;
  /** Durations of main-thread tasks above 50 ms since the last question. */
  readonly longTasks: () => number[];
}
interface Options {
  readonly executablePath: string;
  readonly site: Site;
  readonly daemonUrl: string;
}

/** A page with the wallet worker, connected to the node. */
const openWallet = async ({ executablePath, site, daemonUrl }: Options) => {
  const opened = await openPage({ executablePath, url: site.benchUrl });
  const bench = (await benchOf(opened.page)) as JSHandle<WalletPage>;
  const call: Call = (method, params = {}) =>
    atWork(
      `ostro ${method}`,
      bench.evaluate((page, [m, p]) => page.call(m, p), [method, params] as const),
    );
  await bench.evaluate((page, worker) => page.start(worker), site.walletWorker);
  await call('x_set_node', { address: daemonUrl, trusted: true });
  return {
    ...opened,
    bench,
    call,
    restore: (seed: string, password = '') =>
      call('restore_deterministic_wallet', { filename: 'bench', seed, restore_height: 0, password }),
    timed: (method: string, params: object = {}) =>
      atWork(
        `ostro ${method}`,
        opened.measure(() => bench.evaluate((page, [m, p]) => page.timed(m, p), [method, params] as const)),
      ),
  };
};
type OpenedWallet = Awaited<ReturnType<typeof openWallet>>;

export function createOstro(options: Options): Subject {
  const { executablePath, site } = options;
  const once = async <T>(work: (opened: OpenedWallet) => Promise<T>) => {
    const opened = await openWallet(options);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };
  return {
    name: 'ostro',
    /** With `profiled`, the time is not for comparing: see profile.ts. */
    scan: ({ seed, profiled = false }) =>
      once(async ({ page, bench, call, restore, timed, rest }) => {
        await restore(seed);
        await scannerReady(call);
        await rest();
        await bench.evaluate((each) => each.longTasks());
        const stopProfile = profiled ? await profileWorkers(page, site.root) : undefined;
        const measured = await timed('refresh');
        const profile = await stopProfile?.();
        const long = await bench.evaluate((each) => each.longTasks());
        const answer = measured.value.value as { blocks_fetched: number | bigint };
        const detail = { long_tasks_ms: long, blocks_fetched: Number(answer.blocks_fetched) };
        return {
          ...figuresOf(measured, detail),
          found: await findingsOf(call),
          ...(profile && { profile }),
        };
      }),
    wallet: async ({ seed }) => {
      const { call, restore, timed, close } = await openWallet(options);
      await restore(seed);
      await call('refresh');
      return {
        build: async (payment) => {
          const measured = await timed(...walletCall(payment));
          return { ...figuresOf(measured), transactions: builtBy(measured.value.value) };
        },
        close,
      };
    },
    pageTasks: ({ seed }) =>
      once(async (opened) => {
        opened.page.setDefaultTimeout(60_000);
        return appPage(opened, site, seed);
      }),
    /** {count, p50, p99, max} of reads while the chain is scanned, in milliseconds. */
    reads: ({ seed }) =>
      once(async ({ bench, call, restore, rest }) => {
        await restore(seed);
        await scannerReady(call);
        await rest();
        return spreadOf(await bench.evaluate((page) => page.readsDuringScan()));
      }),
    load: () => firstLoad(executablePath, site),
    loadSlow: () => firstLoadOfSlowPhone(executablePath, site),
    openKeys: ({ seed, address }) =>
      once(async ({ timed, rest }) => {
        await rest();
        const measured = await timed('x_check_seed', { seed });
        const checked = measured.value.value as { address: string };
        if (checked.address !== address) throw new Error('ostro gave another address');
        return figuresOf(measured);
      }),
    openFull: ({ seed }) =>
      once(async ({ bench, measure, rest }) => {
        const params = { filename: 'bench', seed, restore_height: 0, password: '' };
        await rest();
        return figuresOf(await measure(() => bench.evaluate((page, p) => page.untilReading(p), params)));
      }),
  };
}

/** The others compute their look-ahead table while they restore; this call waits for ours. */
export async function scannerReady(call: Call) {
  const { address } = (await call('get_address')) as { address: string };
  await call('get_address_index', { address });
}

/** A phone four times slower than this machine, on a slow mobile link. */
const SLOW_PHONE = { slower: 4, link: { rttMs: 150, mbit: 1.6 } };

const firstLoadOfSlowPhone = async (executablePath: string, site: Site) => {
  const link = await startSlowLink(site.port, SLOW_PHONE.link);
  try {
    return await firstLoad(
      executablePath,
      { ...site, appUrl: `http://localhost:${link.port}/` },
      { slower: SLOW_PHONE.slower, arrivedBy: link.arrivedBy },
    );
  } finally {
    await link.stop();
  }
};

/**
 * The service worker stores the rest of the app afterwards: not part of the first load.
 * `slower`: How many times slower Chromium computes in the page. `arrivedBy`: how many bytes the page had at a time.
 */
const firstLoad = async (
  executablePath: string,
  site: Site,
  { slower = 1, arrivedBy }: { readonly slower?: number; readonly arrivedBy?: (time: number) => number } = {},
): Promise<Figures> => {
  const { page, measure, close } = await openPage({ executablePath, url: 'about:blank', ready: () => true });
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.addInitScript(() => {
      const note = (name: string, controls: string) => {
        if (document.querySelector(controls) === null) requestAnimationFrame(() => note(name, controls));
        else setTimeout(() => Object.assign(globalThis, { [name]: performance.now() }));
      };
      const [ofHtml, ofPage] = [
        '#first:not([hidden]) > :not([hidden]) a[href]',
        '#ostro :is(a[href], button)',
      ];
      note('firstControl', `${ofHtml}, ${ofPage}`);
      note('runs', ofPage);
    });
    const loaded = new Set<string>();
    page.on('response', (response) => {
      const { origin, pathname } = new URL(response.url());
      if (response.ok() && `${origin}/` === site.appUrl)
        loaded.add(pathname === '/' ? '/index.html' : pathname);
    });
    const filesOf = (paths: Iterable<string>): string[] => [...paths].map((path) => join(site.root, path));
    const measured = await measure(async () => {
      await page.goto(site.appUrl);
      const shown = await page.waitForFunction(() => (globalThis as { firstControl?: number }).firstControl);
      const before = filesOf(loaded);
      const runs = await page.waitForFunction(() => (globalThis as { runs?: number }).runs);
      const began = await page.evaluate(() => performance.timeOrigin);
      return { ms: await shown.jsonValue(), runs: await runs.jsonValue(), before, began };
    });
    await page.waitForLoadState('networkidle');
    const { ms, runs, before, began } = measured.value;
    const detail = {
      ...weigh(filesOf(loaded)),
      files: loaded.size,
      bytes_gzip_begun: weigh(before).bytes_gzip,
      files_begun: before.length,
      ...(arrivedBy && ms !== undefined && { bytes_before: arrivedBy(began + ms) }),
      runs_ms: runs === undefined ? null : Math.round(runs),
    };
    return { ms, cpu: measured.cpu, detail };
  } finally {
    await close();
  }
};

/**
 * The app's own page during a scan: its main-thread tasks above 50 ms. The wallet is made beside it (the same origin),
 * then opened as a person would; the scan is over when the worker, after its last blocks, asks for the pool.
 */
const appPage = async ({ page, call, rest, restore }: OpenedWallet, site: Site, seed: string) => {
  const password = 'bench';
  await restore(seed, password);
  await call('close_wallet');
  await page.addInitScript(() => {
    const longTasks: number[] = [];
    Object.assign(globalThis, { longTasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(site.appUrl);
  const field = page.locator('input[type="password"]');
  await field.fill(password);
  // The service worker stores the rest of the app first, so that this does not disturb the scan.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await rest();
  const takeLongTasks = () =>
    page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0));
  await takeLongTasks();
  const over = page.waitForResponse((response) => response.url().endsWith('/get_transaction_pool_hashes'));
  await field.press('Enter');
  await over;
  await page.waitForTimeout(1000);
  return takeLongTasks();
};
