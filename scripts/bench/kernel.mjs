/** One build of the kernel in Chromium. The browser stays open between the runs; each run gets a new worker. */
import { openPage } from './chromium.mjs';

export async function startKernelBench({ executablePath, site }) {
  const { page, measure, close } = await openPage({ executablePath, url: site.benchUrl });
  const ask = (question) => page.evaluate((q) => bench.kernel(q), question);
  /** Per second of CPU time where it can be read: what else the machine does is not counted. */
  const rateOf = async (ms, tags) => {
    const { value, rendererCpu } = await measure(() => ask({ ms, tags }));
    return value.count / (rendererCpu ?? ms / 1000);
  };
  return {
    /** A sample, or undefined where the browser does not run this build. `ms` is the time of 1,000 derivations. */
    measure: async (build, ms) => {
      const { runs, bytes, startMs } = await ask({ start: build });
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
