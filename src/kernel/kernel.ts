/**
 * The kernel in use. `ref/` (readable, with bigint and @noble/curves) defines the results; `wasm/` is the fast one,
 * which the workers install with `installKernel`. Since both give equal results (tests/property), `kernel` may be
 * global.
 */
import type { Kernel } from './interface.ts';
import { refKernel } from './ref/ref-kernel.ts';

export type { Kernel } from './interface.ts';

export let kernel: Kernel = refKernel;

export function installKernel(next: Kernel): void {
  kernel = next;
}
