/**
 * Weight and fee of a transaction of RingCT type 7. The weight follows from three counts alone: it is the size in a tree of
 * seven layers, whatever the tree has, with the longest varints. Not final, as the proof is not: its proofs are 20 to 28 %
 * longer than those of membership/format.ts, which are older. Only this file knows the formula. Before November 2025 it had a surcharge for outputs and counted inputs up to a power of two.
 * Upstream: `get_fcmp_pp_transaction_weight_v1`, src/cryptonote_basic/cryptonote_format_utils.cpp, and
 * `get_carrot_default_tx_extra_size`, `get_fee_by_input_count`, src/carrot_impl/format_utils.cpp of
 * seraphis-migration/monero at 710f1fc9f, both also of j-berman/monero at ccc0eb38c (branch prep-v0.19.0.0-beta.2.1), from
 * which are limits (src/cryptonote_config.h) and lengths of proofs (`proof_size_table`, tests/unit_tests/fcmp_pp.cpp).
 */
import { rangeProofSize } from '../tx/weight.ts';
import { fault } from './faults.ts';

/** Tag, amount 0, no ring, key image. */
const PREFIX_PER_INPUT = 1 + 1 + 1 + 32;
/** Amount 0, tag, key, view tag, encrypted anchor. */
const PREFIX_PER_OUTPUT = 1 + 1 + 32 + 3 + 16;
const INPUT_TUPLE = 3 * 32;
const PSEUDO_OUT = 32;
const SPEND_PROOF = 12 * 32;
/** Lengths of the membership proofs for 1 to 128 inputs in a tree of seven layers, in units of 64 bytes. */
const MEMBERSHIP = [
  97, 111, 113, 137, 146, 151, 171, 187, 192, 208, 211, 225, 241, 257, 273, 285, 286, 302, 316, 330, 344, 345,
  357, 371, 385, 399, 413, 427, 439, 455, 467, 479, 480, 492, 508, 520, 532, 546, 560, 572, 586, 598, 599,
  611, 623, 635, 649, 661, 675, 687, 699, 713, 725, 739, 751, 765, 777, 789, 803, 817, 829, 841, 853, 865,
  866, 878, 890, 902, 916, 930, 942, 954, 966, 978, 992, 1004, 1018, 1030, 1042, 1054, 1068, 1080, 1092, 1104,
  1116, 1117, 1129, 1141, 1153, 1165, 1177, 1189, 1201, 1215, 1227, 1239, 1253, 1265, 1277, 1289, 1301, 1313,
  1327, 1339, 1351, 1363, 1377, 1389, 1401, 1413, 1427, 1439, 1451, 1463, 1475, 1487, 1499, 1513, 1525, 1539,
  1551, 1563, 1575, 1587, 1599, 1611, 1623, 1635,
];

/** FCMP_PLUS_PLUS_MAX_INPUTS and FCMP_PLUS_PLUS_MAX_OUTPUTS. */
const MAX_INPUTS = 128;
const MAX_OUTPUTS = 16;

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
  if (inputs < 1 || inputs > MAX_INPUTS || outputs < 2 || outputs > MAX_OUTPUTS)
    throw fault('bad_fcmp_shape', { inputs, outputs });
  const prefix =
    1 +
    1 +
    countSize(inputs) +
    inputs * PREFIX_PER_INPUT +
    1 +
    outputs * PREFIX_PER_OUTPUT +
    countSize(extra) +
    extra;
  // The longest varint stands for the fee, and five bytes for the height of the reference block.
  const base = 1 + 10 + outputs * (8 + 32);
  const spends = inputs * (INPUT_TUPLE + PSEUDO_OUT + SPEND_PROOF);
  return prefix + base + rangeProofSize(outputs) + spends + 5 + 1 + 64 * MEMBERSHIP[inputs - 1]!;
}
/** Bytes of a varint. */
const countSize = (count: number): number => (count >= 128 ? 2 : 1);

/** The fee at each level. Fault `bad_fcmp_shape`. */
export function fcmpFees(shape: FcmpShape, rates: FcmpFeeRates): FcmpFeeRates {
  const weight = BigInt(fcmpWeight(shape));
  const [a, b, c, d, e] = rates;
  return [weight * a, weight * b, weight * c, weight * d, weight * e];
}
