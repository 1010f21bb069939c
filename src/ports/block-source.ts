import type { TxForms } from '../protocol/tx/types.ts';
import type { TxId } from '../base/brands.ts';
import type { Network } from '../protocol/address/address.ts';
import type { BlockOffsets } from '../protocol/encoding/epee-skim.ts';

/** State of a node's chain. Heights count blocks: the newest block has height `height - 1`. */
export interface ChainTip {
  readonly height: number;
  /** The height of the network, as the node believes; 0 when it does not say. */
  readonly targetHeight: number;
  readonly topHash: Uint8Array;
  readonly synchronized: boolean;
  /** Regtest (`fakechain`) is mainnet with `devnet: true`: it has mainnet's addresses and genesis block. */
  readonly network: Network;
  readonly devnet: boolean;
  readonly version: string;
  /** In bytes; used to check fees. */
  readonly blockWeightMedian: number;
  readonly blockWeightLimit: number;
  /** The node's clock in seconds, 0 when it does not say. */
  readonly adjustedTime: number;
}

/** One undecoded answer of /getblocks.bin, checked in one pass. The scan pool gets its buffer by transfer. */
export interface RawBlocks {
  readonly bytes: ArrayBuffer;
  /** Bytes of the answer, if `bytes` is longer: `RangeOptions.room`. */
  readonly size?: number;
  readonly startHeight: number;
  /** 0 when the node has no newer blocks; then `startHeight` means nothing, unless `newer` is set. */
  readonly count: number;
  readonly chainHeight: number;
  /** Offsets of blocks and transactions in `bytes`. Absent: find them in the bytes. */
  readonly offsets?: BlockOffsets;
  /** Other wallets of this process read these bytes, too: nobody may change or transfer them. */
  readonly shared?: true;
  /** Set when the answer was cut: the block after the last one, whose version this build does not know. */
  readonly newer?: NewerBlock;
}

/** The header of a block of a version that this build does not know, copied from the answer. */
export interface NewerBlock {
  readonly height: number;
  readonly version: number;
  /** Seconds. */
  readonly timestamp: number;
  /** Id of the block before it. */
  readonly prevHash: Uint8Array;
}

/** A decoded block; its parts are views into the RawBlocks buffer. */
export interface DecodedBlock {
  readonly block: Uint8Array;
  /** Pruned transactions (prefix and base) in block order, without the coinbase. */
  readonly txs: readonly Uint8Array[];
  /** Number of outputs of each transaction, the coinbase first. */
  readonly outputCounts: Uint32Array;
  /** Global indices of a transaction's outputs; `tx` 0: the coinbase. Throws a fault of the answer if out of range. */
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
  /** True when `blob` has no prunable part. */
  readonly pruned: boolean;
  /** In which forms it can be read; default: those of today. */
  readonly forms?: TxForms;
  readonly inPool: boolean;
  /** True if the node has relayed the pool transaction; absent when it does not say. */
  readonly passedOn?: boolean;
  /** Height of its block; absent when it is in the pool. */
  readonly height?: number;
  readonly timestamp?: number;
  readonly outputIndices?: readonly number[];
  readonly doubleSpendSeen: boolean;
}

/** Blocks of versions that this build does not know are left out, with all that follow (`RawBlocks.newer`). */
export interface BlockSource {
  /** `maxAgeMs`: how long ago another wallet of the process may have asked. Default: 0, not before this call. */
  tip(signal?: AbortSignal, maxAgeMs?: number): Promise<ChainTip>;
  /** Blocks from the newest one that `history` (newest first, genesis last) and node share; that one included. */
  blocksAfter(history: readonly Uint8Array[], options?: RangeOptions): Promise<RawBlocks>;
  /** Blocks from `height` on. */
  blocksFrom(height: number, options?: RangeOptions): Promise<RawBlocks>;
  /** Headers of blocks `first` to `last`, ascending. */
  headers(first: number, last: number, signal?: AbortSignal): Promise<readonly BlockHeaderInfo[]>;
  /** Ids of all pool transactions. The caller requests those that it does not know with `transactions`. `maxAgeMs`: as for `tip`. */
  poolTxids(signal?: AbortSignal, maxAgeMs?: number): Promise<readonly TxId[]>;
  /** Number of pool transactions of which the node has seen another one that spends the same. `maxAgeMs`: as for `tip`. */
  poolConflicts(signal?: AbortSignal, maxAgeMs?: number): Promise<number>;
  /** Transactions by id, without unknown ones. The node learns which ids were requested. */
  transactions(txids: readonly TxId[], options?: LookupOptions): Promise<readonly TxLookup[]>;
}
export interface LookupOptions {
  readonly prune?: boolean;
  /** The transactions are of the pool, and what another wallet of the process got will do. */
  readonly waiting?: boolean;
  /** With `waiting`: how long ago another wallet may have got them. Default: any time. */
  readonly maxAgeMs?: number;
  readonly signal?: AbortSignal;
}
export interface RangeOptions {
  readonly maxBlocks?: number;
  readonly signal?: AbortSignal;
  /**
   * The buffer of an earlier answer, or an empty one: the answer is read into it if it is large enough. It is taken over.
   * The buffer of the answer may be larger than the answer.
   */
  readonly room?: ArrayBuffer;
}
