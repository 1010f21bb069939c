/** Installs the fastest kernel that passes its self-test in this Node, from the builds in a folder. */
import { readFile } from 'node:fs/promises';
import { installKernel } from '../kernel/kernel.ts';
import { loadKernel } from '../kernel/wasm/load.ts';

/** `folder`: URL of the folder of the builds. */
export async function startKernel(folder: string): Promise<void> {
  installKernel(await loadKernel(async (build) => readFile(new URL(`${build}.wasm`, folder))));
}
