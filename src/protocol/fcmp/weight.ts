/**
 * Weight and fee of a transaction of RingCT type 7. The weight follows from three counts alone: proofs are priced for a tree
 * of seven layers, whatever it has, and for a number of inputs that is a power of two. Not final: issue 44 and pull
 * request 232 of seraphis-migration/monero want weights near to sizes. Only this file knows the formula.
 * Upstream: `get_fcmp_pp_transaction_weight_v1`, src/cryptonote_basic/cryptonote_format_utils.cpp, and
 * `get_carrot_default_tx_extra_size`, `get_fee_by_input_count`, src/carrot_impl/format_utils.cpp of
 * seraphis-migration/monero at 710f1fc9f; table of lengths: src/fcmp_pp/proof_len.h.
 */
import { rangeProofWeight } from '../tx/weight.ts';
import { fault } from './faults.ts';

/** FCMP_PLUS_PLUS_MAX_INPUTS and FCMP_PLUS_PLUS_MAX_OUTPUTS as of that commit: one membership proof. */
export const MAX_FCMP_INPUTS = 8;
export const MAX_FCMP_OUTPUTS = 8;

export interface FcmpShape {
  readonly inputs: number;
  readonly outputs: number;
}

/** Piconero per unit of weight, from slow to fastest. The daemon RPC of the new rules (4.0) has five levels. */
export type FcmpFeeRates = readonly [bigint, bigint, bigint, bigint, bigint];

/** Bytes of the extra: ephemeral keys and one encrypted payment id. */
export function fcmpExtraSize(outputs: number): number {
  const keys = outputs === 2 ? 1 + 32 : 1 + 1 + 32 * outputs;
  return keys + 1 + 1 + 1 + 8;
}

/** `extra`: its length in bytes. Fault `bad_fcmp_shape` for counts that no transaction may have. */
export function fcmpWeight({ inputs, outputs }: FcmpShape, extra = fcmpExtraSize(outputs)): number {
  if (inputs < 1 || inputs > MAX_FCMP_INPUTS || outputs < 2 || outputs > MAX_FCMP_OUTPUTS)
    throw fault('bad_fcmp_shape', { inputs, outputs });
  const prefix =
    1 + 1 + 1 + inputs * PREFIX_PER_INPUT + 1 + outputs * PREFIX_PER_OUTPUT + (extra >= 128 ? 2 : 1) + extra;
  // The longest varint stands for the fee, and five bytes for the height of the reference block.
  const base = 1 + 10 + outputs * (8 + 32);
  const spends = inputs * (INPUT_TUPLE + PSEUDO_OUT + SPEND_PROOF);
  const membership = MEMBERSHIP_OF_ONE * 2 ** Math.ceil(Math.log2(inputs));
  return prefix + base + rangeProofWeight(outputs) + spends + 5 + 1 + membership;
}
/** Tag, amount 0, no ring, key image. */
const PREFIX_PER_INPUT = 1 + 1 + 1 + 32;
/** Amount 0, tag, key, view tag, encrypted anchor. */
const PREFIX_PER_OUTPUT = 1 + 1 + 32 + 3 + 16;
const INPUT_TUPLE = 3 * 32;
const PSEUDO_OUT = 32;
const SPEND_PROOF = 12 * 32;
/** Of one input in a tree of seven layers. */
const MEMBERSHIP_OF_ONE = 5056;

/** The fee at each level. Fault `bad_fcmp_shape`. */
export function fcmpFees(shape: FcmpShape, rates: FcmpFeeRates): FcmpFeeRates {
  const weight = BigInt(fcmpWeight(shape));
  const [a, b, c, d, e] = rates;
  return [weight * a, weight * b, weight * c, weight * d, weight * e];
}
