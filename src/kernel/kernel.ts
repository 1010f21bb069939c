/**
 * The kernel in use. `ref/` (readable bigint on @noble/curves) is the truth; `wasm/` is the fast twin that a root
 * installs with `installKernel`. Because the twins agree (tests/property), `kernel` is the one global we allow.
 */
import type { Kernel } from './interface.ts';
import { refKernel } from './ref/ref-kernel.ts';

export type { Kernel } from './interface.ts';

export let kernel: Kernel = refKernel;

export function installKernel(next: Kernel): void {
  kernel = next;
}
