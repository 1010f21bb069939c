/** The transactions that wait for a block, by the fee per byte that they pay, beside the four fee levels. */
import type { FeeEstimate, PoolBacklogEntry } from '../../ports/fee-source.ts';

/** Transactions that pay at least `from` and less than the next band. */
export interface FeeBand {
  /** Piconero per byte of weight; 0 for those below the lowest level. */
  readonly from: bigint;
  readonly transactions: number;
  readonly weight: number;
}
export interface Mempool {
  readonly transactions: number;
  readonly weight: number;
  /** The weight of a block without a penalty for its miner. */
  readonly blockWeight: number;
  /** Below the lowest level, then one for each level, ascending. */
  readonly bands: readonly FeeBand[];
}

/** Upstream: `CRYPTONOTE_BLOCK_GRANTED_FULL_REWARD_ZONE_V5`, src/cryptonote_config.h. */
const LEAST_BLOCK_WEIGHT = 300_000;

/** `blockWeightLimit`: the largest weight of a block, twice what it may have without a penalty. */
export function summarizeMempool(
  backlog: readonly PoolBacklogEntry[],
  { fees }: Pick<FeeEstimate, 'fees'>,
  blockWeightLimit: number,
): Mempool {
  const bands = [0n, ...fees].map((from) => ({ from, transactions: 0, weight: 0 }));
  for (const { weight, fee } of backlog) {
    const band = bands.findLast(({ from }) => fee >= from * BigInt(weight))!;
    band.transactions += 1;
    band.weight += weight;
  }
  return {
    transactions: backlog.length,
    weight: backlog.reduce((sum, { weight }) => sum + weight, 0),
    blockWeight: Math.max(LEAST_BLOCK_WEIGHT, Math.floor(blockWeightLimit / 2)),
    bands,
  };
}
