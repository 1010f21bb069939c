/**
 * Values that are computed from the secret of an enote. s_sr gives the view tag and s_ctx, the secret bound to D_e and to the
 * transaction; s_ctx gives everything else.
 * Upstream: src/carrot_core/enote_utils.cpp of monero-project/monero, pull request 9559 at c7b6ee459.
 */
import {
  asPublicKey,
  type Commitment,
  type PublicKey,
  type Scalar,
  type X25519Key,
} from '../../base/brands.ts';
import { u64le } from '../../base/bytes.ts';
import { Secret } from '../../base/secret.ts';
import { kernel } from '../../kernel/kernel.ts';
import { VIEW_TAG_BYTES } from '../tx/prefix.ts';
import { DOMAIN, T } from './constants.ts';
import { TYPE_BYTE, type EnoteType } from './enote.ts';
import { hashToBytes, hashToScalar } from './transcript.ts';

/** 3 bytes, by which a scan drops all but one of 2^24 foreign outputs. */
export function viewTagOf(shared: Uint8Array, context: Uint8Array, oneTimeKey: PublicKey): Uint8Array {
  return hashToBytes(VIEW_TAG_BYTES, DOMAIN.viewTag, { key: shared, parts: [context, oneTimeKey] });
}

/** s_ctx, 32 bytes. The caller wipes it. */
export function contextSecret(shared: Uint8Array, key: X25519Key, context: Uint8Array): Secret {
  return Secret.over(hashToBytes(32, DOMAIN.sharedSecret, { key: shared, parts: [key, context] }));
}

/** k_a: the blinding factor of the commitment. */
export function maskOf(
  secret: Uint8Array,
  { amount, type, spendPublic }: Readonly<{ amount: bigint; type: EnoteType; spendPublic: PublicKey }>,
): Scalar {
  const parts = [u64le(amount), spendPublic, Uint8Array.of(TYPE_BYTE[type])];
  return hashToScalar(DOMAIN.mask, { key: secret, parts });
}

/** The sum g·G + t·T that is added to the spend key of an address. */
export interface Extension {
  readonly g: Scalar;
  readonly t: Scalar;
}

export function extensionOf(secret: Uint8Array, commitment: Commitment): Extension {
  const hashed = { key: secret, parts: [commitment] };
  return { g: hashToScalar(DOMAIN.extensionG, hashed), t: hashToScalar(DOMAIN.extensionT, hashed) };
}

/** The extension of a coinbase, which has no commitment. */
export function coinbaseExtensionOf(secret: Uint8Array, amount: bigint, spendPublic: PublicKey): Extension {
  const hashed = { key: secret, parts: [u64le(amount), spendPublic] };
  return {
    g: hashToScalar(DOMAIN.coinbaseExtensionG, hashed),
    t: hashToScalar(DOMAIN.coinbaseExtensionT, hashed),
  };
}

/** K_o = K_s + g·G + t·T. Fault `bad_point`. */
export function oneTimeKeyOf(spendPublic: PublicKey, { g, t }: Extension): PublicKey {
  return asPublicKey(kernel.pointAdd(spendPublic, kernel.pointAdd(kernel.mulBase(g), kernel.mul(t, T))));
}

/** The spend key that an output pays: K_o - g·G - t·T. Fault `bad_point`. */
export function spendKeyOf(oneTimeKey: PublicKey, { g, t }: Extension): PublicKey {
  return asPublicKey(kernel.pointSub(oneTimeKey, kernel.pointAdd(kernel.mulBase(g), kernel.mul(t, T))));
}
