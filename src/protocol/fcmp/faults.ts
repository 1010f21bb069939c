import { faultsOf, type NoData } from '../../base/fault.ts';
import type { KernelFaults } from '../../kernel/faults.ts';

export interface FcmpFaults extends KernelFaults {
  /** A reorg, or a reference block, is below the oldest block of which the path cache knows the tree. */
  tree_too_old: { readonly height: number; readonly oldest: number };
  /** The wallet has no tree of outputs for the block at `height`; `reason`: wallet/state/records/tree.ts. */
  no_tree: { readonly height: number; readonly reason: string };
  /** A spend proof of another length than the format. */
  bad_proof_length: NoData;
  /** Bytes are no path cache, or one of another version. It is built anew then. */
  bad_path_cache: { readonly reason: 'version' | 'damaged' };
  /** No transaction may have so many inputs and outputs. */
  bad_fcmp_shape: { readonly inputs: number; readonly outputs: number };
  /** The inputs cover less than outputs and fee, in piconero. */
  too_little: { readonly needed: bigint };
  /** Amounts of inputs are not those of the outputs and the fee. */
  unbalanced: NoData;
  /** Two inputs spend one output. */
  spent_twice: NoData;
}
export const fault = faultsOf<FcmpFaults>();
