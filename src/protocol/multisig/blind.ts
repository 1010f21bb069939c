/**
 * Scalars of their own domain from secrets: a signer's base keys from the keys of the wallet, key shares from what a
 * group has in common. Upstream: `get_multisig_blinded_secret_key` (src/multisig/multisig.cpp), HASH_KEY_MULTISIG.
 */
import { padAscii } from '../../base/bytes.ts';
import { hashToScalar } from '../ring/scalar.ts';

const SALT = padAscii('Multisig', 32);

/** Hs(secret | "Multisig", zero-padded to 32 bytes). */
export function blind(secret: Uint8Array): Uint8Array {
  return hashToScalar(secret, SALT);
}
