/**
 * Type names for bytes that look alike. Scalars, points and hashes are all 32 bytes, and a secret key in the place of
 * a public one would be published. At run time all of these are plain `Uint8Array`; only the compiler sees the names.
 *
 * Keys, key images, commitments and transaction ids must have their name: bytes from a reader, `fromHex`, a hash or the
 * kernel get it once, where their meaning is known, from the functions below (`asPublicKey`). These take no bytes that
 * have another name already. `slice` and similar methods return bytes without a name.
 *
 * Scalars and points are the wider types, which the kernel takes and returns. Bytes without a name may become either,
 * but a scalar is never a point.
 */
declare const sort: unique symbol;
declare const kind: unique symbol;

interface Sort<Name extends string> {
  readonly [sort]?: Name;
}
interface Kind<Name extends string> {
  readonly [kind]: Name;
}
interface NoKind {
  readonly [kind]?: never;
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
/** The u-coordinate of a public key on Curve25519, little-endian: the ephemeral key of an output of Carrot. */
export type X25519Key = Uint8Array & Sort<'u-coordinate'> & Kind<'X25519 key'>;
/** Id of a transaction. */
export type TxId = Uint8Array & Sort<'hash'> & Kind<'transaction id'>;

type PlainScalar = Scalar & NoKind;
type PlainPoint = Point & NoKind;
type PlainHash = Uint8Array & Sort<'hash'> & NoKind;
type PlainX25519Key = Uint8Array & Sort<'u-coordinate'> & NoKind;

export function asSecretKey(bytes: PlainScalar): SecretKey {
  return bytes as Uint8Array as SecretKey;
}
export function asPublicKey(bytes: PlainPoint): PublicKey {
  return bytes as Uint8Array as PublicKey;
}
export function asKeyImage(bytes: PlainPoint): KeyImage {
  return bytes as Uint8Array as KeyImage;
}
export function asCommitment(bytes: PlainPoint): Commitment {
  return bytes as Uint8Array as Commitment;
}
export function asX25519Key(bytes: PlainX25519Key): X25519Key {
  return bytes as Uint8Array as X25519Key;
}
export function asTxId(bytes: PlainHash): TxId {
  return bytes as Uint8Array as TxId;
}
