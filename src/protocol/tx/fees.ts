/**
 * The fee rules since hard fork 15, and limits for the fees that a node reports.
 * Upstream: `Blockchain::get_dynamic_base_fee_estimate_2021_scaling`, `Blockchain::get_dynamic_base_fee`,
 * `Blockchain::check_fee`, `Blockchain::get_fee_quantization_mask`, src/cryptonote_core/blockchain.cpp;
 * `round_money_up`, src/cryptonote_basic/cryptonote_format_utils.cpp; `calculate_fee_from_weight`, wallet2.cpp.
 * Expected values: tests/unit_tests/scaling_2021.cpp.
 */
import type { Network } from '../address/address.ts';

/** FINAL_SUBSIDY_PER_MINUTE for two minutes. */
const TAIL_REWARD = 600_000_000_000n;
/** MONEY_SUPPLY >> (EMISSION_SPEED_FACTOR_PER_MINUTE - 1), the reward of a chain's first two-minute block. */
const FIRST_REWARD = (2n ** 64n - 1n) >> 19n;

/** Piconero per byte for slow, normal, fast and fastest. */
export type FeeLevels = readonly [bigint, bigint, bigint, bigint];

/** Fees are multiples of 10^-8 XMR on every network. */
export const FEE_QUANTIZATION_MASK = 10_000n;

/** Largest weight of a block without penalty (CRYPTONOTE_BLOCK_GRANTED_FULL_REWARD_ZONE_V5). */
const MIN_MEDIAN = 300_000n;
/** DYNAMIC_FEE_REFERENCE_TRANSACTION_WEIGHT. */
const REFERENCE_WEIGHT = 3_000n;

/** weight · rate, rounded up to a multiple of `mask`. */
export function feeForWeight(weight: number, feePerByte: bigint, mask = FEE_QUANTIZATION_MASK): bigint {
  return ((BigInt(weight) * feePerByte + mask - 1n) / mask) * mask;
}

/**
 * The four levels for a base reward (piconero) and two medians of block weights: `shortMedian` over 100 blocks,
 * `longMedian` over 100,000; both at least 300,000.
 */
export function baseFees(reward: bigint, shortMedian: bigint, longMedian: bigint): FeeLevels {
  const median = shortMedian < longMedian ? shortMedian : longMedian;
  const slow = (reward * REFERENCE_WEIGHT) / (median * median);
  const normal = (4n * reward * REFERENCE_WEIGHT) / (median * median);
  const fast = (16n * reward * REFERENCE_WEIGHT) / (MIN_MEDIAN * median);
  // Covers the penalty of a block that grows by one transaction; it is less when blocks have grown already.
  const grown = (32n * REFERENCE_WEIGHT * shortMedian) / MIN_MEDIAN;
  const penalty = (4n * fast * median) / grown;
  const fastest = penalty > 4n * fast ? penalty : 4n * fast;
  return [roundUp(slow), roundUp(normal), roundUp(fast), roundUp(fastest)];
}

/** Rounds up to `digits` significant decimal digits. */
export function roundUp(value: bigint, digits = 2): bigint {
  const unit = 10n ** BigInt(Math.max(0, value.toString().length - digits));
  return ((value + unit - 1n) / unit) * unit;
}

/**
 * The highest levels that the rules can give on a chain.
 *
 * The fees of `baseFees` fall as the medians grow, and no median is below 300,000. With short >= long (as the daemon
 * computes them) the levels are at most R/30e6, 4R/30e6, 16R/30e6 and 200R/30e6 piconero per byte, where R is the
 * base reward. On mainnet R is the tail emission of 0.6 XMR since block 2,641,623, so the limit is exact whatever
 * height a node claims. On test networks R still falls; it is at most the first block's reward.
 */
export function maxFees(chain: Network | 'regtest'): FeeLevels {
  return baseFees(chain === 'mainnet' ? TAIL_REWARD : FIRST_REWARD, MIN_MEDIAN, MIN_MEDIAN);
}

/**
 * True if a node's answer can result from the rules. A hostile node must not make a wallet overpay: neither with high
 * levels nor with a coarse quantization, to which every fee is rounded up. And it must not make the wallet's
 * transactions recognisable by unusual levels: one pair of medians must give all four. `chain`: the user's choice,
 * not the node's claim.
 */
export function plausibleFees(
  fees: FeeLevels,
  quantizationMask: bigint,
  chain: Network | 'regtest',
): boolean {
  const highest = maxFees(chain);
  return (
    quantizationMask === FEE_QUANTIZATION_MASK &&
    fees.every(
      (fee, level) =>
        fee >= (level === 0 ? 1n : fees[level - 1]!) && fee <= highest[level]! && fee === roundUp(fee),
    ) &&
    (chain === 'mainnet' ? medianGives(fees, TAIL_REWARD) : someRewardGives(fees))
  );
}

/** The short median is at most 50 times the long one (CRYPTONOTE_SHORT_TERM_BLOCK_WEIGHT_SURGE_FACTOR). */
const SURGE = 50n;
/** With larger medians the slow level is 0. */
const MAX_MEDIAN = 1n << 32n;

/** True if some medians give these levels for a base reward. Every level falls as the medians grow. */
const medianGives = (fees: FeeLevels, reward: bigint): boolean => {
  /** The lowest long median with which a level is at most `fee`. */
  const lowest = (level: 0 | 1 | 2, fee: bigint): bigint => {
    let [low, high] = [MIN_MEDIAN, MAX_MEDIAN];
    while (low < high) {
      const middle = (low + high) / 2n;
      if (baseFees(reward, middle, middle)[level] > fee) low = middle + 1n;
      else high = middle;
    }
    return low;
  };
  const levels = [0, 1, 2] as const;
  const first = levels.map((level) => lowest(level, fees[level])).reduce((a, b) => (a > b ? a : b));
  const last = levels.map((level) => lowest(level, fees[level] - 1n) - 1n).reduce((a, b) => (a < b ? a : b));
  // The fastest level also falls when blocks of the last hours are larger than the long median.
  return (
    first <= last &&
    fees[3] <= baseFees(reward, first, first)[3] &&
    fees[3] >= baseFees(reward, SURGE * last, last)[3]
  );
};

/**
 * On a chain whose reward still falls: true if some reward down to the tail emission gives these levels.
 * Limits may be wrong by one rounding unit.
 */
const someRewardGives = (fees: FeeLevels): boolean => {
  /** Possible values of a level before it was rounded up and before that was truncated. */
  const [slow, normal, fast] = fees.map((fee) => {
    const unit = 10 ** Math.max(0, fee.toString().length - 2);
    return { low: Number(fee) - unit, high: Number(fee) + 1 };
  }) as [Bounds, Bounds, Bounds, Bounds];
  const base = { low: Math.max(slow.low, normal.low / 4), high: Math.min(slow.high, normal.high / 4) };
  if (base.low >= base.high) return false;
  const medianOf = (level: number, lowest: number): number => (Number(MIN_MEDIAN) * level) / (16 * lowest);
  const median = {
    low: Math.max(Number(MIN_MEDIAN), medianOf(fast.low, base.high)),
    high: base.low > 0 ? medianOf(fast.high, base.low) : Infinity,
  };
  const rewardOf = (level: number, weight: number): number =>
    (level * weight ** 2) / Number(REFERENCE_WEIGHT);
  return (
    median.low <= median.high &&
    rewardOf(base.low, median.low) <= Number(FIRST_REWARD) &&
    rewardOf(base.high, median.high) >= Number(TAIL_REWARD) &&
    fees[3] <= roundUp(BigInt(Math.ceil(12.6 * fast.high))) &&
    Number(fees[3]) >= 4 * fast.low
  );
};
interface Bounds {
  readonly low: number;
  readonly high: number;
}
