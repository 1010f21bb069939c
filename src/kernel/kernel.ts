/**
 * The kernel in use, which `installKernel` sets before the first call: `wasm/load.ts` chooses it. `ref/` (readable, with
 * bigint and @noble/curves) defines the results; `wasm/` is the fast one. Since both give equal results (tests/property),
 * `kernel` may be global. No module may call it while modules are loaded.
 */
import type { Kernel } from './interface.ts';

export type { Kernel } from './interface.ts';

export let kernel!: Kernel;

export function installKernel(next: Kernel): void {
  kernel = next;
}
