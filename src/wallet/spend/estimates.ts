/**
 * Fees and sizes of transactions that are not built yet. Nothing is refused because of an estimate that the real weight may
 * stay below.
 * Upstream: `estimate_fee`, `min_fee` and `fractional_threshold` in `wallet2::create_transactions_2`.
 */
import type { Address } from '../../protocol/address/address.ts';
import { feeForWeight } from '../../protocol/tx/fees.ts';
import { MAX_TX_WEIGHT, RING_SIZE } from '../../protocol/tx/rules.ts';
import { estimateTxSize, estimateTxWeight, leastTxWeight } from '../../protocol/tx/weight.ts';
import { MAY_PROVE } from '../../protocol/block/known-rules.ts';
import type { FeeRate } from './fees.ts';

/** Two thirds of the largest weight that a node relays. */
const TARGET_WEIGHT = Math.floor((MAX_TX_WEIGHT * 2) / 3);
/** Bytes of tx_extra: the public key, and the payment id that ordinary transactions have, too. */
const KEY_SIZE = 33;
const EXTRA_SIZE = KEY_SIZE + 11;

/** The usual fee. The real one may be a little lower or higher. */
export function estimateFee(
  rate: FeeRate,
  inputs: number,
  payees: readonly { readonly address: Address }[],
  outputs: number,
): bigint {
  if (MAY_PROVE && rate.costs) return rate.costs.fee(rate.perByte, inputs, outputs);
  const hasAdditionalKeys = payees.some(({ address }) => address.kind === 'subaddress') && outputs > 2;
  const weight = estimateTxWeight({
    inputs,
    ringSize: RING_SIZE,
    outputs,
    extraSize: EXTRA_SIZE + (hasAdditionalKeys ? outputs * KEY_SIZE : 0),
  });
  return feeForWeight(weight, rate.perByte, rate.mask);
}

/** The real fee is never lower. */
export function leastFee(rate: FeeRate, inputs: number, outputs: number): bigint {
  if (MAY_PROVE && rate.costs) return rate.costs.fee(rate.perByte, inputs, outputs);
  const weight = leastTxWeight({ inputs, ringSize: RING_SIZE, outputs, extraSize: KEY_SIZE });
  return feeForWeight(weight, rate.perByte, rate.mask);
}

/** Without this much beside the amount nothing can be sent, and nobody is asked. */
export function feeToBegin({ perByte, costs }: FeeRate): bigint {
  if (MAY_PROVE && costs) return costs.fee(perByte, 1, 2);
  return BigInt(estimateTxSize({ inputs: 1, ringSize: RING_SIZE, outputs: 2, extraSize: 0 })) * perByte;
}

/** An output worth less costs more than it brings. */
export function leastWorthSpending({ perByte, costs }: Pick<FeeRate, 'perByte' | 'costs'>): bigint {
  if (MAY_PROVE && costs) return costs.fee(perByte, 2, 2) - costs.fee(perByte, 1, 2);
  const weightOf = (inputs: number): number =>
    estimateTxWeight({ inputs, ringSize: RING_SIZE, outputs: 2, extraSize: 0 });
  return BigInt(weightOf(2) - weightOf(1)) * perByte;
}

/** Most inputs of a transaction with `outputs` outputs within the target weight. */
export function maxInputs(outputs: number, { costs }: Pick<FeeRate, 'costs'> = {}): number {
  if (MAY_PROVE && costs) return costs.maxInputs;
  let n = 1;
  while (
    estimateTxWeight({
      inputs: n + 1,
      ringSize: RING_SIZE,
      outputs,
      extraSize: EXTRA_SIZE + outputs * KEY_SIZE,
    }) <= TARGET_WEIGHT
  )
    n += 1;
  return n;
}
