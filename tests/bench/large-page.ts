/**
 * `node scripts/run.mjs tests/bench/large-page.ts N [ADDRESSES]`: the app in Chromium with a stored wallet of N transfers:
 * from the password to the balance on Home, History, Balance over time, and the tasks of the page above 50 ms on a thread that
 * is four times slower. Of tasks the processor time counts, so that other work of the machine does not lengthen them. Also the
 * time of `open_wallet` and of some calls.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSHandle } from '@playwright/test';
import { ensureChromium } from '../../scripts/tools/setup/setup.mjs';
import { benchOf, openPage } from './chromium.ts';
import { LARGE_HEIGHT, LARGE_PASSWORD, makeLargeFile } from './large-file.ts';
import type { WalletPage } from './ostro.ts';
import { startSite } from './site.ts';

const SLOWER = 4;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}
/** The tasks of the page's thread that would take longer than `ms`, in milliseconds. */
const longTasks = (events: readonly TraceEvent[], ms: number): number[] => {
  const pages = events.filter(({ ph, args }) => ph === 'M' && args.name === 'CrRendererMain');
  return events
    .filter(
      ({ name, pid, tid }) => name.endsWith('RunTask') && pages.some((p) => p.pid === pid && p.tid === tid),
    )
    .map(({ tdur = 0 }) => Math.round((tdur * SLOWER) / 1000))
    .filter((each) => each > ms);
};

const [, , given = '1000', paid = '20'] = process.argv;
const count = Number(given);
const site = await startSite();
const exported = await makeLargeFile(count, Number(paid));
writeFileSync(join(site.root, 'bench', 'large.bin'), exported);
const { page, measure, rest, close } = await openPage({
  executablePath: await ensureChromium(),
  url: site.benchUrl,
});
try {
  const bench = (await benchOf(page)) as JSHandle<WalletPage>;
  await bench.evaluate((each, worker) => each.start(worker), site.walletWorker);
  await bench.evaluate(
    async (each, [url, password]) => {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      const parts: string[] = [];
      for (let at = 0; at < bytes.length; at += 65_536)
        parts.push(
          Array.from(bytes.subarray(at, at + 65_536), (byte) => byte.toString(16).padStart(2, '0')).join(''),
        );
      await each.call('x_import_file', { filename: 'large', password, hex: parts.join('') });
    },
    ['large.bin', LARGE_PASSWORD] as const,
  );
  await bench.evaluate((each) => each.call('close_wallet'));
  const opened = await measure(() =>
    bench.evaluate(
      (each, password) => each.timed('open_wallet', { filename: 'large', password }),
      LARGE_PASSWORD,
    ),
  );
  console.log(`file ${(exported.length / 1e6).toFixed(1)} MB, open_wallet ${opened.value.ms.toFixed(0)} ms`);
  for (const [method, params] of [
    ['x_overview', { account_index: 0, above: 0 }],
    ['x_history', { upto: LARGE_HEIGHT - 5000 }],
    ['get_balance', { account_index: 0 }],
    ['create_address', { account_index: 0 }],
  ] as const) {
    const { ms } = await bench.evaluate((each, [m, p]) => each.timed(m, p), [method, params] as const);
    console.log(`${method} ${ms.toFixed(1)} ms`);
  }
  await bench.evaluate((each) => each.call('close_wallet'));

  await page.goto(site.appUrl);
  const field = page.locator('input[type="password"]');
  await field.fill(LARGE_PASSWORD);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForTimeout(3000);
  const devTools = await page.context().newCDPSession(page);
  /** How long until `selector` is there, and the tasks until the browser is at rest. */
  const measureUntil = async (what: string, act: () => Promise<void>, selector: string): Promise<void> => {
    const events: TraceEvent[] = [];
    const onData = ({ value }: { readonly value: object[] }): void =>
      void events.push(...(value as TraceEvent[]));
    devTools.on('Tracing.dataCollected', onData);
    await devTools.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['toplevel', '__metadata'] },
    });
    const start = await page.evaluate(() => performance.now());
    await act();
    const shown = await page.waitForFunction(
      (wanted) => document.querySelector(wanted) && performance.now(),
      selector,
    );
    const ms = Number(await shown.jsonValue()) - start;
    // Each waits for ten seconds at most.
    for (let i = 0; i < 3; i += 1) await rest();
    const ended = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve));
    await devTools.send('Tracing.end');
    await ended;
    devTools.off('Tracing.dataCollected', onData);
    const long = longTasks(events, 50);
    console.log(`${what} ${ms.toFixed(0)} ms; tasks above 50 ms, ${SLOWER} times slower: ${long.join(' ')}`);
  };
  const goTo = (screen: string) => (): Promise<void> =>
    page.evaluate((hash) => void (location.hash = hash), `#/${screen}`);
  await measureUntil('from the password to Home', () => field.press('Enter'), '.bal .lbl');
  await measureUntil('History', goTo('history'), '.rows a');
  await measureUntil('Balance over time', goTo('balance'), 'figure');
  await measureUntil('Home again', goTo('home'), '.bal .lbl');
} finally {
  await close();
  await site.stop();
}
process.exit();
