/**
 * Types of transactions of all versions. Upstream: src/cryptonote_basic/cryptonote_basic.h, src/ringct/rctTypes.h.
 * Readers and writers: prefix.ts, rct-base.ts, rct-prunable.ts, transaction.ts.
 */

import type { Commitment, KeyImage, Point, PublicKey, Scalar } from '../../base/brands.ts';

export type TxInput = GenInput | KeyInput;
export interface GenInput {
  readonly kind: 'gen';
  readonly height: number;
}
export interface KeyInput {
  readonly kind: 'key';
  /** In piconero before RingCT; 0 in RingCT. */
  readonly amount: bigint;
  /** Ring member indices as on the wire: the first absolute, the others relative to the one before. */
  readonly keyOffsets: readonly bigint[];
  readonly keyImage: KeyImage;
}

export interface TxOutput {
  /** In piconero before RingCT and in coinbases; 0 in other RingCT outputs. */
  readonly amount: bigint;
  readonly key: PublicKey;
  /** One byte, present in outputs of type txout_to_tagged_key (from hard fork 15). */
  readonly viewTag?: number;
  /** Present in outputs of Carrot, which have no other view tag. */
  readonly carrot?: CarrotFields;
}
/** The view tag (3 bytes) and the encrypted anchor (16 bytes) of an output of Carrot. */
export interface CarrotFields {
  readonly viewTag: Uint8Array;
  readonly sealedAnchor: Uint8Array;
}
/**
 * The forms that a reader takes: `today` is RingCT up to type 6 and no output of Carrot; `carrot` is all that blocks from version 17
 * on may contain. Everything else is fault `unknown_format`.
 */
export type TxForms = 'today' | 'carrot';

export interface TxPrefix {
  readonly version: number;
  readonly unlockTime: bigint;
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
  /** tx_extra, undecoded, since it may be malformed (tx/extra.ts). */
  readonly extra: Uint8Array;
}

export type RctType = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const RCT_NULL = 0;
export const RCT_FULL = 1;
export const RCT_SIMPLE = 2;
export const RCT_BULLETPROOF = 3;
export const RCT_BULLETPROOF2 = 4;
export const RCT_CLSAG = 5;
export const RCT_BULLETPROOF_PLUS = 6;
/** Without rings: one proof for all inputs that they are outputs of the chain. */
export const RCT_FCMP = 7;

export interface EcdhInfo {
  /** 32 bytes in types 1 to 3; absent from type 4 on. */
  readonly mask?: Scalar;
  /** 32 bytes in types 1 to 3, 8 bytes from type 4 on. */
  readonly amount: Uint8Array;
}

/** The part of the signatures that pruned transactions keep. Type 0 has only the field `type`. */
export interface RctBase {
  readonly type: RctType;
  readonly fee: bigint;
  /** In the base for type 2 only. */
  readonly pseudoOuts: readonly Commitment[];
  readonly ecdh: readonly EcdhInfo[];
  /** Output commitments, one per output. */
  readonly commitments: readonly Commitment[];
}

export interface BulletproofPlus {
  readonly A: Point;
  readonly A1: Point;
  readonly B: Point;
  readonly r1: Scalar;
  readonly s1: Scalar;
  readonly d1: Scalar;
  readonly L: readonly Point[];
  readonly R: readonly Point[];
}
export interface Clsag {
  readonly s: readonly Scalar[];
  readonly c1: Scalar;
  /** D/8 as on the wire. */
  readonly D: Point;
}
/** The original Bulletproof (types 3 to 5). */
export interface Bulletproof {
  readonly A: Point;
  readonly S: Uint8Array;
  readonly T1: Uint8Array;
  readonly T2: Uint8Array;
  readonly taux: Uint8Array;
  readonly mu: Uint8Array;
  readonly L: readonly Point[];
  readonly R: readonly Point[];
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  readonly t: Uint8Array;
}
/** MLSAG: ss is ring members × rows, cc the first challenge. */
export interface Mlsag {
  readonly ss: readonly (readonly Uint8Array[])[];
  readonly cc: Scalar;
}
/** Borromean range proof: 64 s0, 64 s1, ee, 64 Ci. */
export interface RangeSig {
  readonly s0: readonly Uint8Array[];
  readonly s1: readonly Scalar[];
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
  readonly pseudoOuts: readonly Commitment[];
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
