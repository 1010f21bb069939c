/** A new Chromium for one measurement, with an empty profile and known processes. */
import { randomUUID } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, findProcess, meter, renderersMemory, type Cost } from './proc.ts';

/** A browser that uses less CPU time than this in that period is idle. */
const REST = { ms: 300, cpu: 0.02 };

/** The result of some work and its cost; memory is counted above what the page used when it was opened. */
export type Measured<T> = Cost & { readonly value: T };

/**
 * The object `bench` that a page of the bench has in its global scope. Its caller knows of what type it is.
 */
export function benchOf(page: Page) {
  return page.evaluateHandle(() => (globalThis as { bench?: unknown }).bench);
}

/** Resolves when the browser has finished starting, after ten seconds at the latest. */
export async function untilAtRest(pid: number | undefined) {
  const end = performance.now() + 10_000;
  for (let before = cpuOf(pid); before !== undefined && performance.now() < end;) {
    await sleep(REST.ms);
    const now = cpuOf(pid);
    if (now === undefined || now - before < REST.cpu) return;
    before = now;
  }
}

/** Opens `url` in a new browser and waits until the page is ready: by default, until it has `bench`. */
export async function openPage({
  executablePath,
  url,
  args = [],
  ready = () => 'bench' in globalThis,
}: {
  readonly executablePath: string;
  readonly url: string;
  readonly args?: readonly string[];
  readonly ready?: () => boolean;
}) {
  const mark = `--ostro-bench=${randomUUID()}`;
  const browser = await chromium.launch({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), mark, ...args],
  });
  try {
    const pid = findProcess(mark);
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.setDefaultTimeout(600_000);
    await page.goto(url);
    await page.waitForFunction(ready);
    const floor = renderersMemory(pid);
    return {
      page,
      browser,
      rest: () => untilAtRest(pid),
      measure: async <T>(work: (page: Page) => Promise<T>): Promise<Measured<T>> => {
        const running = meter(pid, { floor });
        try {
          const value = await work(page);
          if (errors.length > 0) throw new Error(`the page failed: ${errors[0]}`);
          return { value, ...running.stop() };
        } catch (error) {
          running.stop();
          throw error;
        }
      },
      version: browser.version(),
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
