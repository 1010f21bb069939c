import type { KeyImage, PublicKey, Scalar, SecretKey } from '../base/brands.ts';
import type { BlockOffsets } from '../protocol/encoding/epee-skim.ts';
import type { SubaddressIndex } from '../protocol/keys/subaddress.ts';
import type { Extension } from '../protocol/carrot/secrets.ts';
import type { RawBlocks } from './block-source.ts';

/** Public spend keys to recognise: key i is `keys[32i..32i+32]`, of address (majors[i], minors[i]). */
export interface SubaddressTable {
  readonly keys: Uint8Array;
  readonly majors: Uint32Array;
  readonly minors: Uint32Array;
  /** The hash table of the keys (wallet/scan/spend-keys.ts), if it was made already. */
  readonly slots?: Int32Array;
}

/** Keys that a scan needs. They exist in workers only. */
export interface ScanKeys {
  readonly viewSecret: SecretKey;
  /** Absent in a view-only wallet: then found outputs have no key images. */
  readonly spendSecret?: SecretKey;
  readonly spendPublic: PublicKey;
  readonly table: SubaddressTable;
}

/** An output of this wallet. Arrays of them are in chain order. */
export interface FoundOutput {
  /** Index of its transaction in `ScannedRange.txs`. */
  readonly tx: number;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly key: PublicKey;
  readonly keyImage?: KeyImage;
  readonly subaddress: SubaddressIndex;
  readonly amount: bigint;
  /** Commitment mask; 1 for coinbase and for clear amounts. */
  readonly mask: Scalar;
  /** True if it is a RingCT output (its index counts outputs of amount 0), version 2 coinbases included. */
  readonly rct: boolean;
  /** The transaction public key with which it was found, and its index among the keys of tag 01. */
  readonly txPublicKey: PublicKey;
  readonly pkIndex: number;
  /** All additional public keys of the transaction; may be empty. */
  readonly additionalKeys: readonly PublicKey[];
  /** Decrypted 8-byte payment id, or plain 32-byte one, if the extra has one. All zero means none, but is kept. */
  readonly paymentId?: Uint8Array;
  readonly unlockTime: bigint;
  readonly fee: bigint;
  readonly coinbase: boolean;
  /**
   * Present in an output of Carrot: its one-time key is the spend key of the address and g·G + t·T. `txPublicKey` is its
   * ephemeral key, a u-coordinate, and `pkIndex` and `additionalKeys` have no meaning.
   */
  readonly carrot?: Extension;
}

/** The blocks of a range as typed arrays, which are fast to transfer. Block i has the height startHeight + i. */
export interface BlockTable {
  readonly count: number;
  /** 32 bytes each. */
  readonly ids: Uint8Array;
  readonly previousIds: Uint8Array;
  /** Seconds since the epoch. */
  readonly times: Float64Array;
  /** Block i has the transactions firstTx[i] to firstTx[i + 1] - 1; the first one is its coinbase. */
  readonly firstTx: Uint32Array;
  /** Reward of the last block in piconero (sum of its coinbase's outputs), 0 without blocks. */
  readonly lastReward: bigint;
  /** Global index of the first RingCT output in the range; undefined when there is none. */
  readonly firstOutput: number | undefined;
  /** Number of RingCT outputs on the chain after each block; -1 before the first such output in this range. */
  readonly outputsAfter: Float64Array;
}

/** All transactions of a range as typed arrays. */
export interface TxTable {
  readonly count: number;
  /** 32 bytes each. */
  readonly ids: Uint8Array;
  /** Offset of each pruned transaction in the bytes of its part; 0 with length 0 for coinbases, which spend nothing. */
  readonly offsets: Uint32Array;
  readonly lengths: Uint32Array;
}

/** The buffer of one RawBlocks. */
export interface RangePart {
  readonly bytes: ArrayBuffer;
  /** Index of its first transaction in `ScannedRange.txs`. */
  readonly firstTx: number;
}

/**
 * The result of scanning a RawBlocks, or several of them that follow each other. It contains their buffers, so that
 * the ledger can read the few transactions that it needs.
 */
export interface ScannedRange {
  readonly startHeight: number;
  readonly chainHeight: number;
  /** In chain order, at least one. */
  readonly parts: readonly RangePart[];
  /** The offsets of the RawBlocks, which were transferred with the bytes. */
  readonly offsets?: BlockOffsets;
  readonly blocks: BlockTable;
  readonly txs: TxTable;
  readonly found: readonly FoundOutput[];
  /** All key images of the range, 32 bytes each, and the transaction index of each. */
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
  /** Number of ranges that can be scanned at once. */
  readonly size: number;
  configure(keys: ScanKeys): Promise<void>;
  /** Takes over the buffer (it is transferred), unless it is `shared`. Fault node_bad_answer when it does not decode. */
  scan(raw: RawBlocks): Promise<ScannedRange>;
  /** Scans one pruned transaction, from the pool or requested by id. Undefined when it does not parse. */
  scanTx(blob: Uint8Array): Promise<ScannedPoolTx | undefined>;
  /** Absent: this pool scans whole blocks only. */
  readonly compact?: CompactScan | undefined;
  dispose(): void;
}

/** Outputs of compact blocks whose view tag matches, in chain order; one item for each derivation that matches. */
export interface TaggedCandidates {
  /** Index of the block in the range. */
  readonly blocks: Uint32Array;
  /** Position among the outputs of the block. */
  readonly outputs: Uint32Array;
  /** Index of the output in its transaction. */
  readonly indices: Uint32Array;
  /** 32 bytes each. They are as secret as the view key is: the wallet worker and the pool have them alone. */
  readonly derivations: Uint8Array;
}

export interface CompactForm {
  /** Compact blocks. */
  readonly bytes: Uint8Array;
  /** The keys of each block, 32 bytes each; none of a whole block. */
  readonly outputKeys: readonly Uint8Array[];
}

/** The scan of compact blocks (protocol/compact), with the keys of the pool. */
export interface CompactScan {
  /** Faults of a range that does not parse: fault node_bad_answer without an address. */
  tagged(bytes: Uint8Array): Promise<TaggedCandidates>;
  /** Indices of the candidates that are ours. `keys`: the one-time key of each candidate, 32 bytes each. */
  own(
    candidates: Pick<TaggedCandidates, 'derivations' | 'indices'>,
    keys: Uint8Array,
  ): Promise<readonly number[]>;
  /** The compact form of whole blocks, and the keys of their outputs. Fault node_bad_answer when they do not parse. */
  reduce(raw: RawBlocks): Promise<CompactForm>;
}
