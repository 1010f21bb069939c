/**
 * Type names for bytes that look alike. Scalars, points and hashes are all 32 bytes, and a secret key in the place of
 * a public one would be published. At run time all of these are plain `Uint8Array`; only the compiler sees the names.
 *
 * Bytes without a name (from a reader, `fromHex`, a hash) may be assigned to any name. From then on they keep it: a
 * secret key does not compile as a point, nor a key image as a public key. The kernel returns scalars and points,
 * which may become any kind of scalar or point.
 */
declare const sort: unique symbol;
declare const kind: unique symbol;

interface Sort<Name extends string> {
  readonly [sort]?: Name;
}
interface Kind<Name extends string> {
  readonly [kind]?: Name;
}

/** 32 bytes, little-endian, mod l: masks, nonces, challenges, and secret keys. */
export type Scalar = Uint8Array & Sort<'scalar'>;
/** 32 bytes, a compressed Edwards point. */
export type Point = Uint8Array & Sort<'point'>;

/** A spend, view, one-time or transaction secret key. */
export type SecretKey = Scalar & Kind<'secret key'>;
/** A public key of an address, a transaction, an output or a signer. */
export type PublicKey = Point & Kind<'public key'>;
/** x·Hp(P): identifies a spent output. */
export type KeyImage = Point & Kind<'key image'>;
/** mask·G + amount·H; pseudo outputs are commitments, too. */
export type Commitment = Point & Kind<'commitment'>;
/** Id of a transaction. */
export type TxId = Uint8Array & Sort<'hash'> & Kind<'transaction id'>;
