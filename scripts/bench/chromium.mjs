/** A new Chromium for one measurement, with an empty profile and known processes. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { benchCache } from './cache.mjs';
import { cpuOf, findProcess, meter, renderersMemory } from './proc.mjs';

/** A browser that uses less CPU time than this in that period is idle. */
const REST = { ms: 300, cpu: 0.02 };

/** @typedef {import('@playwright/test').Page} Page */
/**
 * The result of some work and its cost; memory is counted above what the page used when it was opened.
 * @template T
 * @typedef {import('./proc.mjs').Cost & { readonly value: T }} Measured
 */
/** @typedef {Awaited<ReturnType<typeof openPage>>} Opened */

/**
 * The object `bench` that a page of the bench has in its global scope. Its caller knows of what type it is.
 * @param {Page} page
 */
export function benchOf(page) {
  return page.evaluateHandle(() => /** @type {{ bench?: unknown }} */ (globalThis).bench);
}

/**
 * A new browser. Its profile is in memory, as in a private window, or in a folder on the disk.
 * @param {{ readonly executablePath: string, readonly args: string[] }} options
 * @param {boolean} onDisk
 */
const launch = async (options, onDisk) => {
  if (!onDisk) {
    const browser = await chromium.launch(options);
    return { newPage: () => browser.newPage(), close: () => browser.close() };
  }
  mkdirSync(benchCache(), { recursive: true });
  const folder = mkdtempSync(join(benchCache(), 'profile-'));
  const context = await chromium.launchPersistentContext(folder, options);
  const close = async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { newPage: () => context.newPage(), close };
};

/**
 * Opens `url` in a new browser and waits until the page is ready: by default, until it has `bench`. `onDisk`: with a
 * profile in a folder instead of one in memory.
 * @param {{
 *   readonly executablePath: string,
 *   readonly url: string,
 *   readonly args?: readonly string[],
 *   readonly ready?: () => boolean,
 *   readonly onDisk?: boolean,
 * }} options
 */
export async function openPage({
  executablePath,
  url,
  args = [],
  ready = () => 'bench' in globalThis,
  onDisk = false,
}) {
  const mark = `--ostro-bench=${randomUUID()}`;
  const flags = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), mark, ...args];
  const browser = await launch({ executablePath, args: flags }, onDisk);
  try {
    const pid = findProcess(mark);
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.setDefaultTimeout(600_000);
    await page.goto(url);
    await page.waitForFunction(ready);
    const floor = renderersMemory(pid);
    return {
      page,
      /** Resolves when the browser has finished starting, after ten seconds at the latest. */
      rest: async () => {
        const end = performance.now() + 10_000;
        for (let before = cpuOf(pid); before !== undefined && performance.now() < end;) {
          await sleep(REST.ms);
          const now = cpuOf(pid);
          if (now === undefined || now - before < REST.cpu) return;
          before = now;
        }
      },
      /**
       * @template T
       * @param {(page: Page) => Promise<T>} work
       * @returns {Promise<Measured<T>>}
       */
      measure: async (work) => {
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
      close: browser.close,
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
