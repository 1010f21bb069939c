/**
 * The key exchange of an enote: the ephemeral key D_e that the sender publishes, and the secret s_sr that sender and
 * receiver compute from it.
 * Upstream: src/carrot_core/enote_utils.cpp of monero-project/monero, pull request 9559 at c7b6ee459.
 */
import { asX25519Key, type Scalar, type SecretKey, type X25519Key } from '../../base/brands.ts';
import { kernel } from '../../kernel/kernel.ts';
import { edwardsToX25519, mulX25519 } from '../../kernel/ref/x25519.ts';
import type { CarrotDestination } from './address.ts';
import { DOMAIN } from './constants.ts';
import { fault } from './faults.ts';
import { hashToScalar } from './transcript.ts';

/**
 * d_e of a payment. What it binds protects the receiver from Janus attacks, and only this function knows it.
 * jeffro256/carrot, issue 10, proposes to bind the public view key as well; the reference does not.
 */
export function ephemeralSecret(
  anchor: Uint8Array,
  context: Uint8Array,
  { spendPublic, paymentId }: Pick<CarrotDestination, 'spendPublic' | 'paymentId'>,
): Scalar {
  return hashToScalar(DOMAIN.ephemeralSecret, { parts: [anchor, context, spendPublic, paymentId] });
}

/**
 * D_e = d_e·B for a main address, d_e·K_s for a subaddress. It is computed on Ed25519, where secrets are multiplied in
 * constant time. Fault `bad_point` if K_s is not a point, or the product is the identity.
 */
export function ephemeralKey(
  secret: Scalar,
  { spendPublic, isSubaddress }: Pick<CarrotDestination, 'spendPublic' | 'isSubaddress'>,
): X25519Key {
  const point = isSubaddress ? kernel.mul(secret, spendPublic) : kernel.mulBase(secret);
  return asX25519Key(edwardsToX25519(point));
}

/**
 * s_sr for the sender: d_e·K_v. Fault `bad_destination` for a view key outside of the prime-order subgroup, which would
 * show bits of d_e. The caller wipes it.
 */
export function sharedWithReceiver(
  secret: Scalar,
  { viewPublic }: Pick<CarrotDestination, 'viewPublic'>,
): Uint8Array {
  if (!kernel.isInPrimeSubgroup(viewPublic)) throw fault('bad_destination', { reason: 'point' });
  const point = kernel.mul(secret, viewPublic);
  const shared = edwardsToX25519(point);
  point.fill(0);
  return shared;
}

/** s_sr for the receiver: k_v·D_e, for any 32 bytes of D_e. The caller wipes it. */
export function sharedWithSender(viewSecret: SecretKey, key: X25519Key): Uint8Array {
  return mulX25519(viewSecret, key);
}
