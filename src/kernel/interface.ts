/**
 * The kernel: all mathematics behind one interface of bytes. `ref/` and `wasm/` implement it and give equal results
 * (tests/property).
 *
 * Conventions: a point has 32 bytes (compressed Edwards), a scalar 32 bytes little-endian; lists are one buffer of
 * 32-byte items. Unless stated otherwise, scalars must be reduced (< l) and points must decode as in the reference's
 * `ge_frombytes_vartime` (canonical y, no negative zero x); otherwise faults `bad_scalar` and `bad_point`.
 * Upstream: src/crypto/crypto-ops.c, crypto.cpp, rctOps.cpp of monero v0.18.5.1.
 */
import type { Point, Scalar, SecretKey } from '../base/brands.ts';

export interface Kernel {
  readonly name: string;

  /** Keccak-256 with the original 0x01 padding (`cn_fast_hash`). */
  keccak256(data: Uint8Array): Uint8Array;
  /** Merkle root of one or more 32-byte ids, one buffer (`tree_hash`). */
  treeHash(ids: Uint8Array): Uint8Array;
  /**
   * The 200 bytes of state with which CryptoNight v0 (`cn_slow_hash`) ends, before the last of its hashes
   * (slow-hash.ts). Takes tens of milliseconds.
   */
  cnState(data: Uint8Array): Uint8Array;

  // Scalars mod l
  /** 32 or 64 bytes reduced mod l (`sc_reduce32`, `sc_reduce`). */
  scalarReduce(bytes: Uint8Array): Scalar;
  /** True if 32 bytes are a reduced scalar (`sc_check`). */
  isReducedScalar(bytes: Scalar): boolean;
  scalarAdd(a: Scalar, b: Scalar): Scalar;
  scalarSub(a: Scalar, b: Scalar): Scalar;
  scalarMul(a: Scalar, b: Scalar): Scalar;
  /** c + a·b (`sc_muladd`). */
  scalarMulAdd(a: Scalar, b: Scalar, c: Scalar): Scalar;
  /** 1/a; `a` must not be zero. */
  scalarInvert(a: Scalar): Scalar;

  isOnCurve(point: Point): boolean;
  /** True if it decodes and l·P is the identity (`isInMainSubgroup`). */
  isInPrimeSubgroup(point: Point): boolean;
  pointAdd(a: Point, b: Point): Point;
  pointSub(a: Point, b: Point): Point;
  /** s·G. */
  mulBase(s: Scalar): Point;
  /** s·P, no cofactor (`rct::scalarmultKey`). */
  mul(s: Scalar, point: Point): Point;
  /** 8·s·P (`generate_key_derivation`). */
  mul8(s: Scalar, point: Point): Point;
  /** a·G + b·P (`addKeys2`). Variable time: public data only. */
  mulBaseAdd(a: Scalar, b: Scalar, point: Point): Point;
  /** a·P + b·Q (`addKeys3`). Variable time: public data only. */
  mulAdd2(a: Scalar, p: Point, b: Scalar, q: Point): Point;
  /** Sum of scalars[i]·points[i]. Variable time. */
  multiexp(scalars: readonly Scalar[], points: readonly Point[]): Point;
  /**
   * Decodes points to "wide" points (n·32 bytes in, n·64 out): x ‖ y, 32 canonical little-endian bytes each.
   * Functions that take wide points need no square root; they throw fault `bad_point` for coordinates that are not
   * canonical or not on the curve.
   */
  widen(points: Uint8Array): Uint8Array;
  /** Sum of s_i·P_i over lists of scalars (n·32) and wide points (n·64), compressed. Variable time. */
  multiexpWide(scalars: Uint8Array, wide: Uint8Array): Point;
  /**
   * Many sums with the same k scalars: item j of m is the sum of scalars[b]·wide[b·m + j] over all b, as a wide
   * point. k ≥ 1. Variable time: public data only.
   */
  foldWide(scalars: Uint8Array, wide: Uint8Array): Uint8Array;
  /** Only the biased map from 32 bytes to a point, without hash and cofactor (`ge_fromfe_frombytes_vartime`). */
  mapToPoint(bytes: Uint8Array): Point;
  /** Hp: 8·map(keccak(data)) (`hash_to_ec`, `hash_to_p3`). Any 32 bytes are valid input. */
  hashToPoint(data: Uint8Array): Point;

  // Batches, which the scan calls most
  /**
   * 8·secret·P for many P (n·32 bytes in, n·32 bytes out). A point that does not decode gives the identity (01 00…),
   * since wallet2 continues with it. The sequence of operations depends on `secret` only.
   */
  deriveBatch(secret: SecretKey, points: Uint8Array): Uint8Array;
  /**
   * secret·u for many u-coordinates of Curve25519, without clamping (n·32 bytes in, n·32 bytes out): `mulX25519` of
   * ref/x25519.ts for each. Any 32 bytes are valid and take the same steps, which depend on `secret` only.
   */
  mulX25519Batch(secret: SecretKey, us: Uint8Array): Uint8Array;
  /** `isInPrimeSubgroup` of many points (n·32 in): a byte 1 or 0 per point. */
  primeSubgroupBatch(points: Uint8Array): Uint8Array;
  /** s_i·G for many scalars (n·32 in, n·32 out). */
  mulBaseBatch(scalars: Uint8Array): Uint8Array;
  /** P + s_i·G for one P and many scalars: the subaddress look-ahead table (n·32 in, n·32 out). */
  addMulBaseBatch(point: Point, scalars: Uint8Array): Uint8Array;
  /**
   * P + s_i·B for one P, one B and many scalars (n·32 in, n·32 out), several times faster than one by one from about
   * thirty on. B is public: a table of its multiples stays in memory. The scalars may be secret.
   */
  addMulBatch(base: Point, point: Point, scalars: Uint8Array): Uint8Array;
  /** s_i·Hp(key_i) for many one-time keys (`generate_key_image`); each key is hashed as bytes (n·32 each, n·32 out). */
  keyImageBatch(secrets: Uint8Array, keys: Uint8Array): Uint8Array;
  /**
   * View tags of many outputs (`derive_view_tag`): item i is the first byte of keccak("view_tag" ‖ D ‖
   * varint(indices[i])), where D is derivation number which[i]. One byte per item.
   */
  viewTagBatch(derivations: Uint8Array, which: Uint32Array, indices: Uint32Array): Uint8Array;
  /**
   * The public spend key that each output would belong to (`derive_subaddress_public_key`): item i is keys[i] - Hs(D
   * ‖ varint(indices[i]))·G with D as above. The caller looks it up in its address table. An output key that does not
   * decode gives 32 bytes of 0xff, which is not a point. m·32 bytes of keys in, m·32 out.
   */
  spendKeyBatch(
    derivations: Uint8Array,
    which: Uint32Array,
    indices: Uint32Array,
    keys: Uint8Array,
  ): Uint8Array;
  /** Decrypts outputs with derived masks (Bulletproof2 and later): see `OpenedBatch`. `sealed`: 8 bytes each. */
  openBatch(
    derivations: Uint8Array,
    which: Uint32Array,
    indices: Uint32Array,
    sealed: Uint8Array,
  ): OpenedBatch;
  /**
   * Reads all that the scan needs from blocks with pruned transactions in one pass: see `SkimmedBlocks`. Undefined
   * when they are malformed, or so unusual that only the readers of `src/protocol` can handle them. One result for each of
   * the secret view keys; the lists that depend on no key are read once, and all results have them. A kernel without this
   * function is slower.
   */
  readonly scanBlocks?: (
    secrets: readonly SecretKey[],
    bytes: Uint8Array,
    startHeight: number,
    layout: BlockLayout,
  ) => readonly SkimmedBlocks[] | undefined;
}

/** Positions of blocks and transactions. Offsets and lengths in bytes. */
export interface BlockLayout {
  /** One per block. */
  readonly blockAt: Uint32Array;
  readonly blockLength: Uint32Array;
  /** Block b has the transactions firstTxBlob[b] to firstTxBlob[b + 1] - 1, and its coinbase in its own bytes. */
  readonly firstTxBlob: Uint32Array;
  /** One per transaction, coinbases left out. */
  readonly txAt: Uint32Array;
  readonly txLength: Uint32Array;
  /** Number of outputs of each transaction; a block's coinbase comes before its other transactions. */
  readonly outputCounts: Uint32Array;
}

/** Lists by block, by transaction (a block's coinbase first) and by output; ids and keys have 32 bytes each. */
export interface SkimmedBlocks {
  readonly blockIds: Uint8Array;
  readonly previousIds: Uint8Array;
  /** Seconds. */
  readonly times: Float64Array;
  readonly majorVersions: Uint32Array;
  /** Sum of the last block's coinbase outputs in piconero; 0 without blocks. */
  readonly lastReward: bigint;

  readonly txIds: Uint8Array;
  /** Key images of all inputs, and the transaction of each. */
  readonly keyImages: Uint8Array;
  readonly keyImageTx: Uint32Array;
  /** Derivations for the candidates, as from `deriveBatch`. */
  readonly derivations: Uint8Array;

  /**
   * Outputs that have no view tag, or whose view tag matches a derivation: in chain order, then by key of tag 01 (an
   * additional key belongs to the first one), then by output.
   */
  readonly candidates: {
    readonly count: number;
    readonly txs: Uint32Array;
    readonly outputs: Uint32Array;
    /** Index among the keys of tag 01. */
    readonly pks: Uint32Array;
    /** Index of the matching derivation, and of the derivation with the key of tag 01. */
    readonly derivations: Uint32Array;
    readonly mains: Uint32Array;
    /** Result of `spendKeyBatch`. */
    readonly spendKeys: Uint8Array;
  };
  /** Outputs of Carrot whose view tag matches, in chain order. They need all further checks. */
  readonly tagged: TaggedOutputs;
}

/** Transaction and index in it of each output. */
export interface TaggedOutputs {
  readonly txs: Uint32Array;
  readonly outputs: Uint32Array;
}

/** Result of `openBatch` for item i, with D as in `viewTagBatch`. */
export interface OpenedBatch {
  /** s = Hs(D ‖ varint(indices[i])), 32 bytes each. */
  readonly scalars: Uint8Array;
  /** Hs("commitment_mask" ‖ s), 32 bytes each. */
  readonly masks: Uint8Array;
  /** sealed[i] xor the first bytes of H("amount" ‖ s), 8 bytes each. */
  readonly amounts: Uint8Array;
  /** mask·G + amount·H, 32 bytes each: the commitment that the output must have. */
  readonly commitments: Uint8Array;
}
