import { faultsOf, type NoData } from '../base/fault.ts';

export interface KernelFaults {
  /** The 32 bytes do not encode a point of the curve. */
  bad_point: NoData;
  /** The 32 bytes are not reduced mod l, or are zero where that is not allowed. */
  bad_scalar: NoData;
}
export const fault = faultsOf<KernelFaults>();
