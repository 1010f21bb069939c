/**
 * The encrypted fields of an enote: each is xor-ed with a hash of s_ctx and the one-time key. Encrypting twice decrypts.
 * Upstream: src/carrot_core/enote_utils.cpp of monero-project/monero, pull request 9559 at c7b6ee459.
 */
import type { PublicKey, SecretKey, X25519Key } from '../../base/brands.ts';
import { bytesToBigint, u64le, xorBytes } from '../../base/bytes.ts';
import { DOMAIN } from './constants.ts';
import { hashToBytes } from './transcript.ts';

/** s_ctx and the one-time key. */
export interface Pad {
  readonly secret: Uint8Array;
  readonly oneTimeKey: PublicKey;
}

/** 16 bytes. */
export function anchorPad({ secret, oneTimeKey }: Pad): Uint8Array {
  return hashToBytes(16, DOMAIN.anchorPad, { key: secret, parts: [oneTimeKey] });
}
/** 8 bytes. */
export function amountPad({ secret, oneTimeKey }: Pad): Uint8Array {
  return hashToBytes(8, DOMAIN.amountPad, { key: secret, parts: [oneTimeKey] });
}
/** 8 bytes. */
export function paymentIdPad({ secret, oneTimeKey }: Pad): Uint8Array {
  return hashToBytes(8, DOMAIN.paymentIdPad, { key: secret, parts: [oneTimeKey] });
}

/** Encrypts or decrypts 16 bytes. */
export function sealAnchor(anchor: Uint8Array, pad: Pad): Uint8Array {
  return xorBytes(anchor, anchorPad(pad));
}

/** Encrypts or decrypts 8 bytes. */
export function sealPaymentId(paymentId: Uint8Array, pad: Pad): Uint8Array {
  return xorBytes(paymentId, paymentIdPad(pad));
}

/** 8 bytes for an amount in piconero. */
export function sealAmount(amount: bigint, pad: Pad): Uint8Array {
  return xorBytes(u64le(amount), amountPad(pad));
}

export function openSealedAmount(sealed: Uint8Array, pad: Pad): bigint {
  return bytesToBigint(xorBytes(sealed, amountPad(pad)));
}

/**
 * The anchor of an enote to oneself: it proves that the sender knew the view key, so that D_e need not be checked.
 * 16 bytes.
 */
export function specialAnchor(
  viewSecret: SecretKey,
  { key, context, oneTimeKey }: Readonly<{ key: X25519Key; context: Uint8Array; oneTimeKey: PublicKey }>,
): Uint8Array {
  return hashToBytes(16, DOMAIN.specialAnchor, { key: viewSecret, parts: [key, context, oneTimeKey] });
}
