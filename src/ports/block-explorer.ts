import type { TxId } from '../base/brands.ts';

/** A block whose bytes were checked against its id. Fields marked "the node's word" are not checked. */
export interface ExploredBlock {
  readonly hash: Uint8Array;
  readonly height: number;
  /** False: the node knows the block, and follows another one at this height (the node's word). */
  readonly onChain: boolean;
  /** Number of blocks on top of it (the node's word). */
  readonly depth: number;
  readonly majorVersion: number;
  readonly minorVersion: number;
  /** Seconds, as its miner wrote them. */
  readonly timestamp: number;
  readonly prevHash: Uint8Array;
  readonly nonce: number;
  /** In bytes, and as it counts for the limit (the node's word). */
  readonly size: number;
  readonly weight: number;
  /** The node's word. */
  readonly difficulty: bigint;
  /** The pay of its miner, fees included. */
  readonly reward: bigint;
  /** The fees of its transactions; only the user's own node gives them. */
  readonly fees?: bigint | undefined;
  readonly minerTxid: TxId;
  readonly txids: readonly TxId[];
}

export interface BlockExplorer {
  /** A block by its height or its hash. Faults: unknown_block, the node's. */
  block(at: number | Uint8Array, signal?: AbortSignal): Promise<ExploredBlock>;
}
