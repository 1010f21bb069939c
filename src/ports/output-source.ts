import type { Commitment, PublicKey } from '../base/brands.ts';

/** Number of RingCT outputs on the chain by height, for drawing decoys. */
export interface OutputDistribution {
  /** Height of the first entry. */
  readonly startHeight: number;
  /** Number of RingCT outputs after each block from startHeight on. */
  readonly cumulative: readonly number[];
}
export interface OutputRef {
  readonly amount: bigint;
  readonly index: number;
}
export interface OutputInfo {
  readonly key: PublicKey;
  /** Pedersen commitment, 32 bytes. */
  readonly mask: Commitment;
  readonly unlocked: boolean;
  readonly height: number;
}
export interface OutputSource {
  distribution(signal?: AbortSignal): Promise<OutputDistribution>;
  /** The distribution of the blocks from height `first` (at least 1) to `last`. */
  counts(first: number, last: number, signal?: AbortSignal): Promise<OutputDistribution>;
  /** One answer per reference, in the same order. */
  outputs(refs: readonly OutputRef[], signal?: AbortSignal): Promise<readonly OutputInfo[]>;
}
