/** One build of the kernel in Chromium. The browser stays open between the runs; each run gets a new worker. */
import { benchOf, openPage } from './chromium.mjs';

/** @typedef {import('../../src/kernel/wasm/load.ts').Build} Build */
/** @typedef {{ readonly start: Build }} StartQuestion Starts a build. */
/**
 * `runs` false: this browser cannot run the build. `startMs`: compiling and the self-check.
 * @typedef {{ readonly runs: boolean, readonly bytes: number, readonly startMs: number }} StartAnswer
 */
/**
 * Derivations for so many milliseconds: 8·a·R, compressed; with `tags` also the view tags of two outputs each.
 * @typedef {{ readonly ms: number, readonly tags: boolean }} RunQuestion
 */
/** @typedef {{ readonly count: number }} RunAnswer */
/**
 * What tests/bench/page.ts answers about the kernel.
 * @typedef {object} KernelPage
 * @property {(question: StartQuestion) => Promise<StartAnswer>} startKernel
 * @property {(question: RunQuestion) => Promise<RunAnswer>} runKernel
 */

/** @param {{ readonly executablePath: string, readonly site: import('./site.mjs').Site }} options */
export async function startKernelBench({ executablePath, site }) {
  const { page, measure, close } = await openPage({ executablePath, url: site.benchUrl });
  const bench = /** @type {import('@playwright/test').JSHandle<KernelPage>} */ (await benchOf(page));
  /**
   * Rate per second of CPU time where that can be read, so that other work of the machine does not count.
   * @param {number} ms
   * @param {boolean} tags
   */
  const rateOf = async (ms, tags) => {
    const { value, rendererCpu } = await measure(() =>
      bench.evaluate((page, question) => page.runKernel(question), { ms, tags }),
    );
    return value.count / (rendererCpu ?? ms / 1000);
  };
  return {
    /**
     * Figures, or undefined where the browser does not run this build. Their `ms` is the time of 1,000 derivations.
     * @param {Build} build
     * @param {number} ms
     */
    measure: async (build, ms) => {
      const question = { start: build };
      const { runs, bytes, startMs } = await bench.evaluate((page, q) => page.startKernel(q), question);
      if (!runs) return undefined;
      const rate = await rateOf(ms, false);
      return {
        ms: 1_000_000 / rate,
        cpu: 1000 / rate,
        detail: {
          rate_per_s: rate,
          rate_with_two_view_tags_per_s: await rateOf(ms, true),
          start_ms: startMs,
          wasm_bytes: bytes,
        },
      };
    },
    close,
  };
}
