/** The laws of the kernel on the WebAssembly builds that this Node runs (fma needs a newer engine: tests/browser). */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll } from 'vitest';
import type { Kernel } from '../../../src/kernel/interface.ts';
import { startBuild } from '../../../src/kernel/wasm/load.ts';
import { kernelLaws } from './laws.ts';

for (const build of ['scalar', 'simd'] as const) {
  let kernel: Kernel;
  beforeAll(async () => {
    const path = resolve(import.meta.dirname, `../../../src/kernel/wasm/${build}.wasm`);
    kernel = await startBuild(build, new Uint8Array(await readFile(path)));
  });
  kernelLaws(build, () => kernel);
}
