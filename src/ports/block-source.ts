import type { TxId } from '../base/brands.ts';
import type { Network } from '../protocol/address/address.ts';

/** State of a chain. Heights count blocks: the top block has height `height - 1`. */
export interface ChainTip {
  readonly height: number;
  /** What the node believes the network's height to be (0 when it does not say). */
  readonly targetHeight: number;
  readonly topHash: Uint8Array;
  readonly synchronized: boolean;
  /** `fakechain` (regtest) is reported as mainnet with `devnet: true`: it has mainnet's addresses and genesis. */
  readonly network: Network;
  readonly devnet: boolean;
  readonly version: string;
  /** Median block weight and the like, for checking fees. Bytes. */
  readonly blockWeightMedian: number;
  readonly blockWeightLimit: number;
  /** Node's clock in seconds, 0 when it does not say. */
  readonly adjustedTime: number;
}

/**
 * One untouched answer of /getblocks.bin. The scan pool decodes it, so the buffer is transferred and never copied.
 * The numbers were read from it in one pass and checked.
 */
export interface RawBlocks {
  readonly bytes: ArrayBuffer;
  readonly startHeight: number;
  /** 0: the node has nothing newer than the history it received; `startHeight` then means nothing. */
  readonly count: number;
  readonly chainHeight: number;
  /**
   * Offsets of blocks and transactions in `bytes`, so that they are not searched for again. Absent: read them from
   * the bytes.
   */
  readonly offsets?: BlockOffsets;
}

/** Where blocks and transactions lie in the bytes of an answer. Offsets and lengths are in bytes. */
export interface BlockOffsets {
  /** Per block. */
  readonly blockAt: Uint32Array;
  readonly blockLength: Uint32Array;
  /** Block b has the transactions txFirst[b] to txFirst[b + 1] - 1. */
  readonly txFirst: Uint32Array;
  /** Per transaction, without the coinbases. */
  readonly txAt: Uint32Array;
  readonly txLength: Uint32Array;
  /**
   * Lists of global output indices, coinbases included. Block b has the lists from txFirst[b] + b on: one more than
   * it has transactions. A list starts at indexAt and has indexCount u64.
   */
  readonly indexAt: Uint32Array;
  readonly indexCount: Uint32Array;
}

/** One block as decoded from a RawBlocks buffer: views into it, nothing copied. */
export interface DecodedBlock {
  readonly block: Uint8Array;
  /** Pruned transactions (prefix and base) in block order, without the miner's. */
  readonly txs: readonly Uint8Array[];
  /** Outputs of each transaction, the miner's first. */
  readonly outputCounts: Uint32Array;
  /**
   * Global indices of a transaction's outputs; `tx` counts as above. Throws a fault of the answer when one is out of
   * range.
   */
  readonly indicesOf: (tx: number) => readonly number[];
}

export interface BlockHeaderInfo {
  readonly height: number;
  readonly hash: Uint8Array;
  readonly prevHash: Uint8Array;
  /** Seconds. */
  readonly timestamp: number;
  /** Atomic units. */
  readonly reward: bigint;
  readonly majorVersion: number;
  readonly weight: number;
}

export interface TxLookup {
  readonly txid: TxId;
  readonly blob: Uint8Array;
  /** `blob` has no prunable part. */
  readonly pruned: boolean;
  readonly inPool: boolean;
  /** Whether the node has relayed the pool transaction; absent when it does not say. */
  readonly passedOn?: boolean;
  /** Height of its block, if it is mined. */
  readonly height?: number;
  readonly timestamp?: number;
  readonly outputIndices?: readonly number[];
  readonly doubleSpendSeen: boolean;
}

export interface BlockSource {
  tip(signal?: AbortSignal): Promise<ChainTip>;
  /**
   * Blocks from the last one that both `history` (newest first, genesis last) and the node have; that block is
   * included.
   */
  blocksAfter(history: readonly Uint8Array[], options?: RangeOptions): Promise<RawBlocks>;
  /** Blocks from `height` on. */
  blocksFrom(height: number, options?: RangeOptions): Promise<RawBlocks>;
  /** Block hashes alone, for skipping to a start height. The first is the last common block. */
  hashesAfter(
    history: readonly Uint8Array[],
    startHeight: number,
    signal?: AbortSignal,
  ): Promise<{
    readonly startHeight: number;
    readonly hashes: readonly Uint8Array[];
    readonly chainHeight: number;
  }>;
  /** Headers first..last, ascending. */
  headers(first: number, last: number, signal?: AbortSignal): Promise<readonly BlockHeaderInfo[]>;
  /** Ids of all pool transactions. The caller asks for those it does not know with `transactions`. */
  poolTxids(signal?: AbortSignal): Promise<readonly Uint8Array[]>;
  /** Looks transactions up by id; unknown ones are left out. The node learns which ids were asked for. */
  transactions(
    txids: readonly TxId[],
    options?: { readonly prune?: boolean; readonly signal?: AbortSignal },
  ): Promise<readonly TxLookup[]>;
}
export interface RangeOptions {
  readonly maxBlocks?: number;
  readonly signal?: AbortSignal;
}
