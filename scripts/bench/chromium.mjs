/** A fresh Chromium for one measurement: nothing cached, nothing left, its processes known. */
import { randomUUID } from 'node:crypto';
import { chromium } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, findProcess, meter, renderersMemory } from './proc.mjs';

/** A browser that spends less CPU time than this in such a while is at rest. */
const REST = { ms: 300, cpu: 0.02 };

/**
 * Opens `url` in a new browser and waits until the page says `window.bench`. Answers {page, rest(), measure(work), close()}.
 * `measure` runs the work and adds what it cost: {value, cpu, rendererCpu, own, rss} (see proc.mjs); memory is counted
 * from what the page held when it was opened.
 */
export async function openPage({ executablePath, url, args = [], ready = () => typeof bench === 'object' }) {
  const mark = `--ostro-bench=${randomUUID()}`;
  const browser = await chromium.launch({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), mark, ...args],
  });
  try {
    const pid = findProcess(mark);
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.setDefaultTimeout(600_000);
    await page.goto(url);
    await page.waitForFunction(ready);
    const floor = renderersMemory(pid);
    return {
      page,
      browser,
      /** Resolves when what the browser's start left to do is done, after ten seconds at the latest. */
      rest: async () => {
        const end = performance.now() + 10_000;
        for (let before = cpuOf(pid); before !== undefined && performance.now() < end;) {
          await sleep(REST.ms);
          const now = cpuOf(pid);
          if (now - before < REST.cpu) return;
          before = now;
        }
      },
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
      version: browser.version(),
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
