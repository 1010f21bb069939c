export interface FeeEstimate {
  /** Piconero per byte for the levels slow, normal, fast, fastest: as the node says, already bounded. */
  readonly fees: readonly [bigint, bigint, bigint, bigint];
  /** Fees are rounded up to a multiple of this. */
  readonly quantizationMask: bigint;
}
export interface PoolBacklogEntry {
  readonly weight: number;
  readonly fee: bigint;
}
export interface FeeSource {
  feeEstimate(signal?: AbortSignal): Promise<FeeEstimate>;
  /** What waits in the pool, for `priority: 0`. */
  backlog(signal?: AbortSignal): Promise<readonly PoolBacklogEntry[]>;
}
