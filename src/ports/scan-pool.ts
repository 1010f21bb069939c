import type { KeyImage, PublicKey, Scalar, SecretKey } from '../base/brands.ts';
import type { BlockOffsets, RawBlocks } from './block-source.ts';

export interface SubaddressIndex {
  readonly major: number;
  readonly minor: number;
}

/**
 * Spend public keys of the subaddresses to look for: key i is `keys[32i..32i+32]`, of address (majors[i], minors[i]).
 */
export interface SubaddressTable {
  readonly keys: Uint8Array;
  readonly majors: Uint32Array;
  readonly minors: Uint32Array;
}

/** Keys that a scanner needs. They exist in workers only. */
export interface ScanKeys {
  readonly viewSecret: SecretKey;
  /** Absent in a view-only wallet: then found outputs carry no key image. */
  readonly spendSecret?: SecretKey;
  readonly spendPublic: PublicKey;
  readonly table: SubaddressTable;
}

/** An output of this wallet, as found in one transaction; in chain order. */
export interface FoundOutput {
  /** Index into `ScannedRange.txs`. */
  readonly tx: number;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly key: PublicKey;
  readonly keyImage?: KeyImage;
  readonly subaddress: SubaddressIndex;
  readonly amount: bigint;
  /** Commitment mask; 1 for coinbase and for clear amounts. */
  readonly mask: Scalar;
  /** Whether it is a RingCT output (index among outputs of amount 0), coinbase of version 2 included. */
  readonly rct: boolean;
  /** The transaction public key that found it, and its position among the keys of tag 01. */
  readonly txPublicKey: PublicKey;
  readonly pkIndex: number;
  /** All additional public keys of the transaction (empty when none). */
  readonly additionalKeys: readonly PublicKey[];
  /** Decrypted 8-byte payment id, or a 32-byte clear one, if the extra has one (all zero = none, kept as is). */
  readonly paymentId?: Uint8Array;
  readonly unlockTime: bigint;
  readonly fee: bigint;
  readonly coinbase: boolean;
}

/** Tables over the blocks of a range, flat so that a transfer costs little: block i has the height startHeight + i. */
export interface BlockTable {
  readonly count: number;
  /** 32 bytes each. */
  readonly ids: Uint8Array;
  readonly previousIds: Uint8Array;
  /** Seconds. */
  readonly times: Float64Array;
  /** Transactions firstTx[i] to firstTx[i + 1] - 1 belong to block i; the first is its coinbase. */
  readonly firstTx: Uint32Array;
  /** Sum of the outputs of the last block's coinbase, 0 without blocks. Atomic units. */
  readonly lastReward: bigint;
  /** Global index of the first RingCT output of the range; -1 without any. */
  readonly firstOutput: number;
  /** RingCT outputs of the whole chain after each block; -1 for blocks before the first such output of this range. */
  readonly outputsAfter: Float64Array;
}

/** Tables over all transactions of a range. */
export interface TxTable {
  readonly count: number;
  /** 32 bytes each. */
  readonly ids: Uint8Array;
  /** Offset of each (pruned) blob in `bytes`; 0, with length 0, for a coinbase, which spends nothing. */
  readonly offsets: Uint32Array;
  readonly lengths: Uint32Array;
}

/**
 * The result of scanning one RawBlocks. The buffer comes back, so that the ledger can read the few transactions it
 * needs.
 */
export interface ScannedRange {
  readonly startHeight: number;
  readonly chainHeight: number;
  readonly bytes: ArrayBuffer;
  /** The offsets of RawBlocks, returned: they were transferred with the bytes. */
  readonly offsets?: BlockOffsets;
  readonly blocks: BlockTable;
  readonly txs: TxTable;
  readonly found: readonly FoundOutput[];
  /** All key images of the range, 32 bytes each, and the index of the transaction of each. */
  readonly keyImages: Uint8Array;
  readonly keyImageTx: Uint32Array;
}

/** A scanned pool transaction. `tx` and `globalIndex` of the found outputs are 0. */
export interface ScannedPoolTx {
  readonly found: readonly FoundOutput[];
  readonly keyImages: readonly KeyImage[];
  readonly fee: bigint;
  readonly unlockTime: bigint;
}

export interface ScanPool {
  /** How many ranges can be scanned at once. */
  readonly size: number;
  configure(keys: ScanKeys): Promise<void>;
  /** Takes ownership of the buffer (transferred). Faults: node_bad_answer when it does not decode. */
  scan(raw: RawBlocks): Promise<ScannedRange>;
  /** Scans one transaction (pruned blob): from the pool, or looked up by id. Undefined when it does not parse. */
  scanTx(blob: Uint8Array): Promise<ScannedPoolTx | undefined>;
  dispose(): void;
}
