/** Fetches the builds, which are files next to the code: the bundler sees these URLs and emits the files. */
import type { Build, FetchModule } from './load.ts';

const URLS: Record<Build, URL> = {
  fma: new URL('./fma.wasm', import.meta.url),
  simd: new URL('./simd.wasm', import.meta.url),
  scalar: new URL('./scalar.wasm', import.meta.url),
};

export const fetchModule: FetchModule = async (build) => {
  const response = await fetch(URLS[build]);
  if (!response.ok) throw new Error(`kernel ${build}: HTTP ${response.status}`);
  return response.arrayBuffer();
};
