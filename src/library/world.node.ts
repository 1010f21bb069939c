/** In Node, Deno and Bun. The files of the package lie beside this one. */
import { startKernel } from '../nodejs/kernel.ts';
import { createNodeFetch } from '../nodejs/node-fetch.ts';
import { setWorld } from './world.ts';

let kernel: Promise<void> | undefined;
setWorld({
  fetch: createNodeFetch().fetch,
  startKernel: () => (kernel ??= startKernel(new URL('../kernel/', import.meta.url).href)),
});
