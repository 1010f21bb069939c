/**
 * The committed builds, started on Node. Node 20 knows relaxed SIMD behind a flag, which this file sets for its own
 * process. Where the multiply-add is not fused, the fma build is left out and missing from the report.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Kernel } from '../../../src/kernel/interface.ts';
import { type Build, runnableBuilds, startBuild } from '../../../src/kernel/wasm/load.ts';

if (Number(process.versions.node.split('.')[0]) < 22) setFlagsFromString('--experimental-wasm-relaxed-simd');

export async function readBuild(build: Build): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await readFile(resolve(import.meta.dirname, `../../../src/kernel/wasm/${build}.wasm`)),
  );
}

export async function startOnNode(build: Build): Promise<Kernel> {
  return startBuild(build, await readBuild(build));
}

export const BUILDS: readonly Build[] = await runnableBuilds();
