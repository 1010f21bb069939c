/**
 * Fee rates. Only the network's four standard levels are used, since an unusual fee would identify a wallet.
 * Upstream: `wallet2::adjust_priority`, `get_base_fees`.
 */
import type { FeeEstimate, PoolBacklogEntry } from '../../ports/fee-source.ts';
import type { NewestBlocks, NodeCache } from './node-cache.ts';

/** 0: the wallet chooses. 1 slow, 2 normal, 3 fast, 4 fastest. */
export type Priority = 0 | 1 | 2 | 3 | 4;

export interface FeeRate {
  readonly priority: 1 | 2 | 3 | 4;
  /** In piconero per byte of weight. */
  readonly perByte: bigint;
  readonly mask: bigint;
  /** Present if the payment proves membership. */
  readonly costs?: Costs;
}

/** Fees and limits of payments that prove membership (wallet/membership/costs.ts). */
export interface Costs {
  fee(perByte: bigint, inputs: number, outputs: number): bigint;
  readonly maxInputs: number;
}

export function rateOf({ fees, quantizationMask }: FeeEstimate, priority: 1 | 2 | 3 | 4): FeeRate {
  return {
    priority,
    perByte: fees[priority - 1]!,
    mask: quantizationMask,
  };
}

/** The rate for a priority. For 0: slow while the pool is empty and blocks have room, otherwise normal. */
export async function feeRate(
  answers: Pick<NodeCache, 'feeEstimate' | 'backlog' | 'newest'>,
  priority: Priority,
): Promise<FeeRate> {
  if (priority !== 0) return rateOf(await answers.feeEstimate(), priority);
  const [estimate, backlog, newest] = await Promise.all([
    answers.feeEstimate(),
    answers.backlog(),
    answers.newest(),
  ]);
  return rateOf(estimate, hasRoom(estimate, backlog, newest) ? 1 : 2);
}

/** Whole percent of the full reward zone up to which blocks have room. */
const ROOM = 80;

const hasRoom = (
  estimate: FeeEstimate,
  backlog: readonly PoolBacklogEntry[],
  { tip: { blockWeightLimit }, headers }: NewestBlocks,
): boolean => {
  const zone = Math.floor(blockWeightLimit / 2);
  const paying = backlog.filter(({ weight, fee }) => fee >= BigInt(weight) * estimate.fees[0]);
  const waiting = paying.reduce((sum, { weight }) => sum + weight, 0);
  if (waiting >= zone) return false;
  const used = headers.reduce((sum, { weight }) => sum + weight, 0);
  // A part of a percent does not count, as in the reference.
  return used === 0 || 100 * used < (ROOM + 1) * headers.length * zone;
};
