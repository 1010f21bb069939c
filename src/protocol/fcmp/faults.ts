import { faultsOf, type NoData } from '../../base/fault.ts';
import type { KernelFaults } from '../../kernel/faults.ts';

export interface FcmpFaults extends KernelFaults {
  /** A reorg, or a reference block, is below the oldest block of which the path cache knows the tree. */
  tree_too_old: { readonly height: number; readonly oldest: number };
  /** A spend proof of another length than the format. */
  bad_proof_length: NoData;
}
export const fault = faultsOf<FcmpFaults>();
