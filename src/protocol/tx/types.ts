/**
 * Transactions of every era as plain values. Upstream: src/cryptonote_basic/cryptonote_basic.h,
 * src/ringct/rctTypes.h. Readers and writers: prefix.ts, rct-base.ts, rct-prunable.ts, transaction.ts.
 */

export type TxInput = GenInput | KeyInput;
export interface GenInput {
  readonly kind: 'gen';
  readonly height: number;
}
export interface KeyInput {
  readonly kind: 'key';
  /** Clear amount; 0 for RingCT. */
  readonly amount: bigint;
  /** Ring member indices as on the wire: the first absolute, the others relative to the one before. */
  readonly keyOffsets: readonly bigint[];
  readonly keyImage: Uint8Array;
}

export interface TxOutput {
  /** Clear amount; 0 for RingCT (not for its coinbase). */
  readonly amount: bigint;
  readonly key: Uint8Array;
  /** One byte, present in outputs of type txout_to_tagged_key (from hard fork 15). */
  readonly viewTag?: number;
}

export interface TxPrefix {
  readonly version: number;
  readonly unlockTime: bigint;
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
  /** tx_extra, unparsed: parsing is partial by design (tx/extra.ts). */
  readonly extra: Uint8Array;
}

export type RctType = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const RCT_NULL = 0;
export const RCT_FULL = 1;
export const RCT_SIMPLE = 2;
export const RCT_BULLETPROOF = 3;
export const RCT_BULLETPROOF2 = 4;
export const RCT_CLSAG = 5;
export const RCT_BULLETPROOF_PLUS = 6;

export interface EcdhInfo {
  /** 32 bytes in types 1 to 3; absent from type 4 on. */
  readonly mask?: Uint8Array;
  /** 32 bytes in types 1 to 3, 8 bytes from type 4 on. */
  readonly amount: Uint8Array;
}

/** The part of the signatures that survives pruning. Type 0 has no other field than `type`. */
export interface RctBase {
  readonly type: RctType;
  readonly fee: bigint;
  /** In the base for type 2 only. */
  readonly pseudoOuts: readonly Uint8Array[];
  readonly ecdh: readonly EcdhInfo[];
  /** Output commitments, one per output. */
  readonly commitments: readonly Uint8Array[];
}

export interface BulletproofPlus {
  readonly A: Uint8Array;
  readonly A1: Uint8Array;
  readonly B: Uint8Array;
  readonly r1: Uint8Array;
  readonly s1: Uint8Array;
  readonly d1: Uint8Array;
  readonly L: readonly Uint8Array[];
  readonly R: readonly Uint8Array[];
}
export interface Clsag {
  readonly s: readonly Uint8Array[];
  readonly c1: Uint8Array;
  /** D/8 as on the wire. */
  readonly D: Uint8Array;
}
/** The original Bulletproof (types 3 to 5). */
export interface Bulletproof {
  readonly A: Uint8Array;
  readonly S: Uint8Array;
  readonly T1: Uint8Array;
  readonly T2: Uint8Array;
  readonly taux: Uint8Array;
  readonly mu: Uint8Array;
  readonly L: readonly Uint8Array[];
  readonly R: readonly Uint8Array[];
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  readonly t: Uint8Array;
}
/** MLSAG: ss is ring members × rows, cc the first challenge. */
export interface Mlsag {
  readonly ss: readonly (readonly Uint8Array[])[];
  readonly cc: Uint8Array;
}
/** Borromean range proof: 64 s0, 64 s1, ee, 64 Ci. */
export interface RangeSig {
  readonly s0: readonly Uint8Array[];
  readonly s1: readonly Uint8Array[];
  readonly ee: Uint8Array;
  readonly Ci: readonly Uint8Array[];
}

export interface RctPrunable {
  readonly rangeSigs: readonly RangeSig[];
  readonly bulletproofs: readonly Bulletproof[];
  readonly bulletproofsPlus: readonly BulletproofPlus[];
  readonly mlsags: readonly Mlsag[];
  readonly clsags: readonly Clsag[];
  /** In the prunable part from type 3 on. */
  readonly pseudoOuts: readonly Uint8Array[];
}

/** A v1 ring signature of one input: (c, r) pairs of 64 bytes, one per ring member. */
export type RingSignature = readonly Uint8Array[];

export interface Transaction {
  readonly prefix: TxPrefix;
  /** v1 only; empty when pruned. */
  readonly signatures: readonly RingSignature[];
  /** v2 only. */
  readonly rct?: RctBase;
  /** v2 with rct type > 0, and not pruned. */
  readonly prunable?: RctPrunable;
}
