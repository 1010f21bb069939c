import { faultsOf } from '../../base/fault.ts';

/** The flaw of a field. `unknown`: invoices have no such field. */
export type InvoiceProblem = 'type' | 'range' | 'too_long' | 'characters' | 'unknown';

export interface InvoiceFaults {
  /** `field` may be empty: the value is no invoice. */
  bad_invoice: { readonly field: string; readonly reason: InvoiceProblem };
}
export const fault = faultsOf<InvoiceFaults>();
