/**
 * Starts a kernel that this engine runs correctly: the build that the caller names, else fma if madd is fused, else simd, scalar,
 * ref.
 */
import type { Kernel } from '../interface.ts';
import type { KernelExports } from './exports.ts';
import { hasFusedMadd, hasSimd } from './features.ts';
import { knowsAnswers } from './known-answers.ts';
import { wasmKernel } from './wasm-kernel.ts';

const BUILDS = ['fma', 'simd', 'scalar'] as const;
export type Build = (typeof BUILDS)[number];
export function isBuild(name: unknown): name is Build {
  return BUILDS.some((build) => build === name);
}

/** Bytes of a build, or a module that was compiled elsewhere (pool workers share one). */
export type FetchModule = (build: Build) => Promise<BufferSource | WebAssembly.Module>;

/** Starts a build without the self-test; for tests and `loadKernel` only. */
export async function startBuild(build: Build, source: BufferSource | WebAssembly.Module): Promise<Kernel> {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const instance = await WebAssembly.instantiate(module, {});
  return wasmKernel(build, instance.exports as unknown as KernelExports);
}

/** The builds that this engine can run; most devices run the first one fastest. */
export async function runnableBuilds(): Promise<readonly Build[]> {
  if (typeof WebAssembly !== 'object') return [];
  const builds: Build[] = ['scalar'];
  if (hasSimd()) {
    builds.unshift('simd');
    if (await hasFusedMadd()) builds.unshift('fma');
  }
  return builds;
}

/**
 * The kernel to install. `first`: the build to try before all others. A build that cannot be loaded or fails the self-test is
 * skipped. Only an engine that runs none of them loads the readable kernel. Throws if that cannot be loaded either.
 */
export async function loadKernel(fetchModule: FetchModule, first?: Build): Promise<Kernel> {
  const builds = await runnableBuilds().catch(() => []);
  for (const build of builds.toSorted((a, b) => Number(b === first) - Number(a === first))) {
    try {
      const kernel = await startBuild(build, await fetchModule(build));
      if (knowsAnswers(kernel)) return kernel;
    } catch {
      // Forbidden by a policy, offline, or broken: try the next build.
    }
  }
  return (await import('../ref/ref-kernel.ts')).refKernel;
}
