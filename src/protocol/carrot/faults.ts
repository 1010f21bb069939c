import { faultsOf } from '../../base/fault.ts';
import type { KernelFaults } from '../../kernel/faults.ts';

/** Why a set of outputs cannot be made. */
export type OutputSetProblem =
  | 'too_few'
  /** No output is for the sender, who then could not find the transaction. */
  | 'no_self_send'
  /** More than one integrated address. */
  | 'two_payment_ids'
  /** There is neither an integrated address nor an encrypted payment id to show instead. */
  | 'no_payment_id'
  /** The anchor of a payment is not 16 bytes, zero, or used twice. */
  | 'anchor'
  /** A self-send has no ephemeral secret where it needs one, has one where it shares, or two have the same. */
  | 'ephemeral_secret'
  /** The two self-sends of a set of two must be one payment and one change. */
  | 'types'
  /** Only an account that knows its view-balance secret can send itself a message. */
  | 'message'
  /** Two outputs have the same one-time key: they are equal. */
  | 'twice';

export interface CarrotFaults extends KernelFaults {
  /** A field of an enote has another length than the format. */
  bad_enote: { readonly what: string };
  /**
   * `point`: a key of the address is not a point of the prime-order subgroup; `payment_id`: not 8 bytes, in a
   * subaddress, or in a coinbase; `subaddress`: in a coinbase, which only pays main addresses.
   */
  bad_destination: { readonly reason: 'point' | 'payment_id' | 'subaddress' };
  bad_output_set: { readonly reason: OutputSetProblem };
}
export const fault = faultsOf<CarrotFaults>();
