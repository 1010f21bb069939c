/** Installs the fastest kernel that this browser runs and that proves itself; the readable one stays otherwise. */
import { installKernel } from '../src/kernel/kernel.ts';
import { fetchModule } from '../src/kernel/wasm/fetch-module.ts';
import { loadKernel } from '../src/kernel/wasm/load.ts';

export async function startKernel(): Promise<void> {
  installKernel(await loadKernel(fetchModule));
}
