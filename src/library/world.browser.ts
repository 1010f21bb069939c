/** In a page or in a worker of it. */
import { installKernel } from '../kernel/kernel.ts';
import { fetchModule } from '../kernel/wasm/fetch-module.ts';
import { loadKernel } from '../kernel/wasm/load.ts';
import { setWorld } from './world.ts';

let kernel: Promise<void> | undefined;
setWorld({
  fetch: (url, init) => fetch(url, init),
  page: { secure: location.protocol === 'https:', hostname: location.hostname },
  startKernel: () => (kernel ??= loadKernel(fetchModule).then(installKernel)),
});
