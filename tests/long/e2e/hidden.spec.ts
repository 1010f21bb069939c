/** What a page in the background costs: it asks its node once a minute, and computes almost nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from '../../../scripts/tools/setup/setup.mjs';
import { expect, test } from '../../support/app.ts';
import { makeWallet } from '../../e2e/journeys.ts';

const MINUTES = 3;
/** Ticks of Linux's processor times in a second. */
const TICKS = 100;

/** Processor time of all renderers below the process `pid`, in seconds: those have the pages and their workers. */
const rendererSeconds = (pid: number): number => {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const renders = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer');
        return [
          {
            pid: Number(name),
            parent: Number(fields[1]),
            renders,
            ticks: Number(fields[11]) + Number(fields[12]),
          },
        ];
      } catch {
        return [];
      }
    });
  const parents = new Map(processes.map((each) => [each.pid, each.parent]));
  const below = (child: number | undefined): boolean =>
    child === pid || (child !== undefined && child > 1 && below(parents.get(child)));
  return (
    processes.filter((each) => each.renders && below(each.pid)).reduce((sum, { ticks }) => sum + ticks, 0) /
    TICKS
  );
};

test('a hidden page asks its node at most once a minute and uses little processor time', async ({
  appUrl,
  devnet,
}) => {
  test.skip(process.platform !== 'linux', 'reads /proc');
  const executablePath = findChromium();
  const server = await chromium.launchServer({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  try {
    const context = await browser.newContext({ baseURL: appUrl });
    const page = await context.newPage();
    const asked: string[] = [];
    context.on('request', (request) => {
      if (request.url().startsWith(devnet.daemonUrl)) asked.push(new URL(request.url()).pathname);
    });
    await makeWallet(page, 'Everyday');
    // Playwright keeps every page visible. This sets `document.hidden`; the browser does not slow its timers down.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.waitForTimeout(20_000);
    asked.length = 0;
    const before = rendererSeconds(server.process().pid!);
    await page.waitForTimeout(MINUTES * 60_000);
    const used = (rendererSeconds(server.process().pid!) - before) / MINUTES;
    console.log(
      `hidden: ${used.toFixed(3)} s of processor time and ${asked.length / MINUTES} requests a minute`,
    );
    // 0.08 s were measured; the bound is for slower machines.
    expect(used).toBeLessThan(0.3);
    expect(
      asked.filter((path) => path === '/getblocks.bin' || path === '/get_info').length,
    ).toBeLessThanOrEqual(2 * MINUTES);
  } finally {
    await browser.close();
    await server.close();
  }
});
