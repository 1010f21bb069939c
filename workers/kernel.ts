/**
 * Installs the fastest kernel that this browser can run and that passes its self-test; otherwise the readable kernel
 * is used.
 */
import { installKernel } from '../src/kernel/kernel.ts';
import { fetchModule } from '../src/kernel/wasm/fetch-module.ts';
import { loadKernel } from '../src/kernel/wasm/load.ts';

export async function startKernel(): Promise<void> {
  installKernel(await loadKernel(fetchModule));
}
