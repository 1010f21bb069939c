/**
 * Names for bytes that look alike. A scalar, a point and a hash are 32 bytes each, and a secret key where a public one
 * belongs would be shown to the world. At run time all of these are plain `Uint8Array`; the names exist for the
 * compiler alone and cost nothing.
 *
 * Bytes without a name (from a reader, `fromHex`, a hash) take the name of the place they are put in. From there on
 * they keep it: what is named a secret key does not compile as a point, nor a key image as a public key. What the
 * kernel computes is named a scalar or a point, and may become any kind of its own sort only.
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
/** x·Hp(P): the mark of a spent output. */
export type KeyImage = Point & Kind<'key image'>;
/** mask·G + amount·H, or a pseudo output, which is one as well. */
export type Commitment = Point & Kind<'commitment'>;
/** Id of a transaction. */
export type TxId = Uint8Array & Sort<'hash'> & Kind<'transaction id'>;
