import { faultsOf } from '../../base/fault.ts';
import type { KernelFaults } from '../../kernel/faults.ts';

export interface FcmpFaults extends KernelFaults {
  /** A reorg, or a reference block, is below the oldest block of which the path cache knows the tree. */
  tree_too_old: { readonly height: number; readonly oldest: number };
}
export const fault = faultsOf<FcmpFaults>();
