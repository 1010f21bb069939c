import { faultsOf, type NoData } from '../base/fault.ts';

export interface KernelFaults {
  /** 32 bytes that do not encode a point of the curve. */
  bad_point: NoData;
  /** 32 bytes that are not reduced mod l, or zero where zero has no meaning. */
  bad_scalar: NoData;
}
export const fault = faultsOf<KernelFaults>();
