/**
 * The shared secret between a transaction and its receiver, and the one-time keys made from it.
 * All values are 32 bytes. Upstream: `crypto_ops` in src/crypto/crypto.cpp.
 * Vectors: made by monero-wallet-rpc in tests/parity, and the real transactions of tests/vectors.
 */
import type { KeyImage, Point, PublicKey, Scalar, SecretKey } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { varint } from '../encoding/varint.ts';

/** D = 8·secret·P: r·A for the sender, a·R for the receiver. Kernel faults `bad_point`, `bad_scalar`. */
export function generateDerivation(publicKey: PublicKey, secret: SecretKey): Point {
  return kernel.mul8(secret, publicKey);
}

/** Hs(D | varint index): the scalar from which the one-time key and the amount mask of output `index` are derived. */
export function derivationToScalar(derivation: Point, index: number): Scalar {
  return kernel.scalarReduce(kernel.keccak256(concat(derivation, varint(index))));
}

/** One-time output key P = B + Hs·G. `base` is the receiver's (sub)address spend key. */
export function derivePublicKey(derivation: Point, index: number, base: PublicKey): PublicKey {
  return kernel.pointAdd(base, kernel.mulBase(derivationToScalar(derivation, index)));
}

/** The spend key an output was sent to, if it was sent to us: B = P - Hs·G. */
export function underivePublicKey(outKey: PublicKey, derivation: Point, index: number): PublicKey {
  return kernel.pointSub(outKey, kernel.mulBase(derivationToScalar(derivation, index)));
}

/** Secret of a one-time key: x = b + Hs (for a subaddress add its own m as well). */
export function deriveSecretKey(derivation: Point, index: number, secret: SecretKey): SecretKey {
  return kernel.scalarAdd(secret, derivationToScalar(derivation, index));
}

/** One byte per output that lets a scanner skip most foreign outputs. Upstream: `derive_view_tag`. */
export function deriveViewTag(derivation: Point, index: number): number {
  return kernel.keccak256(concat(VIEW_TAG_SALT, derivation, varint(index)))[0]!;
}
// Eight bytes, no trailing zero: upstream hashes the buffer, not a C string.
const VIEW_TAG_SALT = utf8('view_tag');

/** I = x·Hp(P): marks an output as spent without revealing which one. */
export function generateKeyImage(publicKey: PublicKey, secret: SecretKey): KeyImage {
  return kernel.mul(secret, kernel.hashToPoint(publicKey));
}
