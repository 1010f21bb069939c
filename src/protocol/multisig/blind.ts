/**
 * Derives scalars from secrets, with domain separation: a signer's base keys from the wallet's keys, and key shares
 * from a group's common secret. Upstream: `get_multisig_blinded_secret_key` (src/multisig/multisig.cpp),
 * HASH_KEY_MULTISIG.
 */
import { asSecretKey, type SecretKey } from '../../base/brands.ts';
import { padAscii } from '../../base/bytes.ts';
import { hashToScalar } from '../ring/scalar.ts';

const SALT = padAscii('Multisig', 32);

/** Hs(secret | "Multisig", zero-padded to 32 bytes). */
export function blind(secret: Uint8Array): SecretKey {
  return asSecretKey(hashToScalar(secret, SALT));
}
