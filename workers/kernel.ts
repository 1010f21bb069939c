/** Installs the fastest kernel that passes its self-test in this browser, or else the readable one. */
import { installKernel } from '../src/kernel/kernel.ts';
import { fetchModule } from '../src/kernel/wasm/fetch-module.ts';
import { loadKernel } from '../src/kernel/wasm/load.ts';

export async function startKernel(): Promise<void> {
  installKernel(await loadKernel(fetchModule));
}
