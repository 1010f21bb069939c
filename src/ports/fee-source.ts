export interface FeeEstimate {
  /** Piconero per byte for slow, normal, fast, fastest: the node's values, checked against limits. */
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
  /** Weights and fees of the pool's transactions, for choosing a level when the priority is 0. */
  backlog(signal?: AbortSignal): Promise<readonly PoolBacklogEntry[]>;
}
