/**
 * What a level costs. Levels are the network's four standard ones: odd fees would mark a wallet.
 * Upstream: `wallet2::adjust_priority`, `get_base_fees`.
 */
import type { BlockHeaderInfo, BlockSource, ChainTip } from '../../ports/block-source.ts';
import type { FeeEstimate, FeeSource, PoolBacklogEntry } from '../../ports/fee-source.ts';

/** 0 lets the wallet choose; 1 slow, 2 normal, 3 fast, 4 fastest. */
export type Priority = 0 | 1 | 2 | 3 | 4;

export interface FeeRate {
  readonly priority: 1 | 2 | 3 | 4;
  /** Piconero per byte of weight. */
  readonly perByte: bigint;
  readonly mask: bigint;
}

export const rateOf = ({ fees, quantizationMask }: FeeEstimate, priority: 1 | 2 | 3 | 4): FeeRate => ({
  priority,
  perByte: fees[priority - 1]!,
  mask: quantizationMask,
});

export interface FeeDeps {
  readonly fees: FeeSource;
  readonly blocks: BlockSource;
}

/** The rate for a priority. With 0: slow while the pool is empty and blocks have room, else normal. */
export const feeRate = async (
  { fees, blocks }: FeeDeps,
  priority: Priority,
  signal?: AbortSignal,
): Promise<FeeRate> => {
  if (priority !== 0) return rateOf(await fees.feeEstimate(signal), priority);
  const [estimate, backlog, [tip, headers]] = await Promise.all([
    fees.feeEstimate(signal),
    fees.backlog(signal),
    newest(blocks, signal),
  ]);
  return rateOf(estimate, hasRoom(estimate, backlog, tip, headers) ? 1 : 2);
};

const BLOCKS_LOOKED_AT = 10;
const FULL_SHARE = 0.8;

const newest = async (
  blocks: BlockSource,
  signal?: AbortSignal,
): Promise<readonly [ChainTip, readonly BlockHeaderInfo[]]> => {
  const tip = await blocks.tip(signal);
  const first = Math.max(0, tip.height - BLOCKS_LOOKED_AT);
  return [tip, await blocks.headers(first, tip.height - 1, signal)];
};

const hasRoom = (
  estimate: FeeEstimate,
  backlog: readonly PoolBacklogEntry[],
  { blockWeightLimit }: ChainTip,
  headers: readonly BlockHeaderInfo[],
): boolean => {
  const paying = backlog.filter(({ weight, fee }) => fee >= BigInt(weight) * estimate.fees[0]);
  const waiting = paying.reduce((sum, { weight }) => sum + weight, 0);
  if (waiting >= blockWeightLimit / 2) return false;
  const used = headers.reduce((sum, { weight }) => sum + weight, 0);
  return used <= headers.length * (blockWeightLimit / 2) * FULL_SHARE;
};
