import type { BlockOffsets, RawBlocks } from './block-source.ts';

export interface SubaddressIndex {
  readonly major: number;
  readonly minor: number;
}

/** Subaddress spend keys to look for: key i is `keys[32i..32i+32]` at (majors[i], minors[i]). */
export interface SubaddressTable {
  readonly keys: Uint8Array;
  readonly majors: Uint32Array;
  readonly minors: Uint32Array;
}

/** What a scanner has to know. Lives in workers only. */
export interface ScanKeys {
  readonly viewSecret: Uint8Array;
  /** Absent in a view-only wallet: then found outputs carry no key image. */
  readonly spendSecret?: Uint8Array;
  readonly spendPublic: Uint8Array;
  readonly table: SubaddressTable;
}

/** An output that is ours, in chain order, as found in one transaction. */
export interface FoundOutput {
  /** Index into `ScannedRange.txs`. */
  readonly tx: number;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly key: Uint8Array;
  readonly keyImage?: Uint8Array;
  readonly subaddress: SubaddressIndex;
  readonly amount: bigint;
  /** Commitment mask; 1 for coinbase and for clear amounts. */
  readonly mask: Uint8Array;
  /** RingCT (amount-0 global index), coinbase of version 2 included. */
  readonly rct: boolean;
  /** The transaction public key that found it, and which of the 01 tags it was. */
  readonly txPublicKey: Uint8Array;
  readonly pkIndex: number;
  /** All additional public keys of the transaction (empty when none). */
  readonly additionalKeys: readonly Uint8Array[];
  /** Decrypted 8-byte payment id, or a 32-byte clear one, if the extra has one (all zero = none, kept as is). */
  readonly paymentId?: Uint8Array;
  readonly unlockTime: bigint;
  readonly fee: bigint;
  readonly coinbase: boolean;
}

/** Tables over the blocks of a range, flat so that they travel cheaply: block i has the height startHeight + i. */
export interface BlockTable {
  readonly count: number;
  /** 32 bytes each. */
  readonly ids: Uint8Array;
  readonly previousIds: Uint8Array;
  /** Seconds. */
  readonly times: Float64Array;
  /** Transactions firstTx[i] to firstTx[i + 1] - 1 belong to block i, the first is the miner's. */
  readonly firstTx: Uint32Array;
  /** Sum of the outputs of the last block's miner transaction, 0 without blocks. */
  readonly lastReward: bigint;
  /** Global index of the first RingCT output of the range; -1 without any. */
  readonly firstOutput: number;
  /** RingCT outputs of the chain after each block; -1 where none came yet in this range. */
  readonly outputsAfter: Float64Array;
}

/** Tables over all transactions of a range. */
export interface TxTable {
  readonly count: number;
  /** 32 bytes each. */
  readonly ids: Uint8Array;
  /** Position of each (pruned) blob in `bytes`; 0 and 0 for a miner's, which spends nothing. */
  readonly offsets: Uint32Array;
  readonly lengths: Uint32Array;
}

/** What scanning one RawBlocks gave. The buffer comes back, so that the ledger can read the few transactions it needs. */
export interface ScannedRange {
  readonly startHeight: number;
  readonly chainHeight: number;
  readonly bytes: ArrayBuffer;
  /** As they were given: they were handed over with the bytes. */
  readonly offsets?: BlockOffsets;
  readonly blocks: BlockTable;
  readonly txs: TxTable;
  readonly found: readonly FoundOutput[];
  /** All key images of the range, 32 bytes each, and the transaction of each. */
  readonly keyImages: Uint8Array;
  readonly keyImageTx: Uint32Array;
}

/** A transaction of the pool, scanned. `tx` of the found outputs is 0 and their `globalIndex` 0. */
export interface ScannedPoolTx {
  readonly found: readonly FoundOutput[];
  readonly keyImages: readonly Uint8Array[];
  readonly fee: bigint;
  readonly unlockTime: bigint;
}

export interface ScanPool {
  /** How many ranges can be scanned at once. */
  readonly size: number;
  configure(keys: ScanKeys): Promise<void>;
  /** Takes the buffer over (it is transferred). Faults: node_bad_answer when it does not decode. */
  scan(raw: RawBlocks): Promise<ScannedRange>;
  /** One transaction (pruned blob) on its own: the pool's, or one looked up by id. Undefined when it does not parse. */
  scanTx(blob: Uint8Array): Promise<ScannedPoolTx | undefined>;
  dispose(): void;
}
