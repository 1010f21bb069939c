/**
 * The derivation that sender and receiver share, and the one-time keys made from it. All values have 32 bytes.
 * Upstream: `crypto_ops` in src/crypto/crypto.cpp. Vectors: made by monero-wallet-rpc in tests/parity, and the real
 * transactions of tests/vectors.
 */
import {
  asKeyImage,
  asPublicKey,
  asSecretKey,
  type KeyImage,
  type Point,
  type PublicKey,
  type Scalar,
  type SecretKey,
} from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { varint } from '../encoding/varint.ts';

// Eight bytes without a trailing zero: upstream hashes the buffer, not a C string.
const VIEW_TAG_SALT = utf8('view_tag');

/** D = 8·secret·P: r·A for the sender, a·R for the receiver. Kernel faults `bad_point`, `bad_scalar`. */
export function generateDerivation(publicKey: PublicKey, secret: SecretKey): Point {
  return kernel.mul8(secret, publicKey);
}

/**
 * The derivation D of a received output. If `publicKey` is no curve point, D is the identity, as in the scan: everybody who
 * knows the address can then recognise the output, and only its owner can spend it. Kernel fault `bad_scalar`. Upstream:
 * `generate_key_image_helper` (src/cryptonote_basic/cryptonote_format_utils.cpp).
 */
export function receivedDerivation(publicKey: PublicKey, viewSecret: SecretKey): Point {
  return kernel.deriveBatch(viewSecret, publicKey);
}

/** Hs(D | varint index), from which the one-time key and the amount mask of output `index` are derived. */
export function derivationToScalar(derivation: Point, index: number): Scalar {
  return kernel.scalarReduce(kernel.keccak256(concat(derivation, varint(index))));
}

/** One-time output key P = B + Hs·G. `base`: the spend key of the receiving address. */
export function derivePublicKey(derivation: Point, index: number, base: PublicKey): PublicKey {
  return asPublicKey(kernel.pointAdd(base, kernel.mulBase(derivationToScalar(derivation, index))));
}

/** The spend key of the address that an output pays: B = P - Hs·G. It is ours if the output is. */
export function underivePublicKey(outKey: PublicKey, derivation: Point, index: number): PublicKey {
  return asPublicKey(kernel.pointSub(outKey, kernel.mulBase(derivationToScalar(derivation, index))));
}

/** Secret of a one-time key: x = b + Hs (plus m for a subaddress). */
export function deriveSecretKey(derivation: Point, index: number, secret: SecretKey): SecretKey {
  return asSecretKey(kernel.scalarAdd(secret, derivationToScalar(derivation, index)));
}

/** View tag of an output: one byte with which a scan skips most foreign outputs. Upstream: `derive_view_tag`. */
export function deriveViewTag(derivation: Point, index: number): number {
  return kernel.keccak256(concat(VIEW_TAG_SALT, derivation, varint(index)))[0]!;
}

/** I = x·Hp(P): shows that an output is spent without revealing which one. */
export function generateKeyImage(publicKey: PublicKey, secret: SecretKey): KeyImage {
  return asKeyImage(kernel.mul(secret, kernel.hashToPoint(publicKey)));
}
