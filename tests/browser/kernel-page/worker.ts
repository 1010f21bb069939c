/** Runs the loader as the app's workers do, then the tour and a scan with each build that this browser runs. */
import fc from 'fast-check';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { installKernel } from '../../../src/kernel/kernel.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { fetchModule } from '../../../src/kernel/wasm/fetch-module.ts';
import { loadKernel, runnableBuilds, startBuild } from '../../../src/kernel/wasm/load.ts';
import type { RawBlocks } from '../../../src/ports/block-source.ts';
import type { ScannedRange } from '../../../src/ports/scan-pool.ts';
import { findCarrot, findTagged } from '../../../src/wallet/scan/find-carrot.ts';
import { createScanner, type Scanner } from '../../../src/wallet/scan/find-outputs.ts';
import { scanFast } from '../../../src/wallet/scan/scan-fast.ts';
import { scanReference } from '../../../src/wallet/scan/scan-reference.ts';
import { tour } from '../../property/kernel/tour.ts';
import { answerOf, digestOf, keys } from '../../property/wallet/made-blocks.ts';
import { anyBlock } from '../../property/wallet/made-carrot.ts';

/** What a scan finds in made-up blocks: the reference scan with the readable kernel, or the fast scan with a build. */
const scan = (way: (scanner: Scanner, raw: RawBlocks) => ScannedRange | undefined, seed: number): string => {
  const scanner = createScanner(keys());
  return fc
    .sample(fc.array(anyBlock, { maxLength: 3 }), { seed, numRuns: 20 })
    .map((made) => way(scanner, answerOf(made)))
    .map((range) => (range ? digestOf(range) : 'refused'))
    .join();
};
const reference = (scanner: Scanner, raw: RawBlocks) => scanReference(scanner, raw, decodeBlocks, findCarrot);
const fast = (scanner: Scanner, raw: RawBlocks) => scanFast(scanner, raw, decodeBlocks, findTagged);

onmessage = async ({ data }: MessageEvent<{ seed: number; size: number }>) => {
  const start = performance.now();
  const kernel = await loadKernel(fetchModule);
  const ms = performance.now() - start;
  installKernel(refKernel);
  const tours: Record<string, string> = { ref: tour(refKernel, data.seed, data.size) };
  const scans: Record<string, string> = { ref: scan(reference, data.seed) };
  for (const build of await runnableBuilds()) {
    const started = await startBuild(build, await fetchModule(build));
    tours[build] = tour(started, data.seed, data.size);
    installKernel(started);
    scans[build] = scan(fast, data.seed);
  }
  postMessage({ loaded: kernel.name, ms, tours, scans });
};
