/** Runs the loader as the app's workers do, then the tour over each build that this browser runs. */
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { fetchModule } from '../../../src/kernel/wasm/fetch-module.ts';
import { loadKernel, runnableBuilds, startBuild } from '../../../src/kernel/wasm/load.ts';
import { tour } from '../../property/kernel/tour.ts';

onmessage = async ({ data }: MessageEvent<{ seed: number; size: number }>) => {
  const start = performance.now();
  const kernel = await loadKernel(fetchModule);
  const ms = performance.now() - start;
  const tours: Record<string, string> = { ref: tour(refKernel, data.seed, data.size) };
  for (const build of await runnableBuilds())
    tours[build] = tour(await startBuild(build, await fetchModule(build)), data.seed, data.size);
  postMessage({ loaded: kernel.name, ms, tours });
};
