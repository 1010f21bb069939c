import { faultsOf } from '../../base/fault.ts';

/** A field of a payment request that the user sets. */
export type RequestField = 'purpose' | 'message' | 'note' | 'expires';

/** Faults of payment requests. */
export interface RequestFaults {
  bad_payment_request: {
    readonly field: RequestField;
    readonly reason: 'range' | 'too_long' | 'characters';
  };
  no_payment_request: { readonly account: number; readonly index: number };
  /** A restore from the words might not find money at another new address: too many before it have none. */
  too_many_new_addresses: { readonly account: number };
}
export const fault = faultsOf<RequestFaults>();
