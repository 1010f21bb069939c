/**
 * Chooses and starts the fastest kernel that this engine runs correctly: fma when madd is proved fused, else simd,
 * else scalar, else ref. Each build must first give known answers; one that does not is skipped.
 */
import type { Kernel } from '../interface.ts';
import { refKernel } from '../ref/ref-kernel.ts';
import type { KernelExports } from './exports.ts';
import { hasFusedMadd, hasSimd } from './features.ts';
import { knowsAnswers } from './known-answers.ts';
import { wasmKernel } from './wasm-kernel.ts';

export type Build = 'fma' | 'simd' | 'scalar';

/** Bytes of a build, or a module compiled elsewhere (a pool shares one). */
export type FetchModule = (build: Build) => Promise<BufferSource | WebAssembly.Module>;

/** Starts one build, unchecked: tests and the loader only. */
export async function startBuild(build: Build, source: BufferSource | WebAssembly.Module): Promise<Kernel> {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const instance = await WebAssembly.instantiate(module, {});
  return wasmKernel(build, instance.exports as unknown as KernelExports);
}

/** The builds this engine can run, best first. */
export async function runnableBuilds(): Promise<readonly Build[]> {
  if (typeof WebAssembly !== 'object') return [];
  const builds: Build[] = ['scalar'];
  if (hasSimd()) {
    builds.unshift('simd');
    if (await hasFusedMadd()) builds.unshift('fma');
  }
  return builds;
}

/** The kernel to install. Never throws: a build that cannot be fetched, compiled or trusted is skipped, down to ref. */
export async function loadKernel(fetchModule: FetchModule): Promise<Kernel> {
  for (const build of await runnableBuilds().catch(() => [])) {
    try {
      const kernel = await startBuild(build, await fetchModule(build));
      if (knowsAnswers(kernel)) return kernel;
    } catch {
      // Forbidden by policy, offline, or broken: try the next build.
    }
  }
  return refKernel;
}
