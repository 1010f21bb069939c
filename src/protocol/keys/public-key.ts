/** Upstream: `secret_key_to_public_key` in src/crypto/crypto.cpp. */
import { asPublicKey, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { kernel } from '../../kernel/kernel.ts';

/** x·G: the public key of a secret key. Kernel fault `bad_scalar`. */
export function publicKeyOf(secret: SecretKey): PublicKey {
  return asPublicKey(kernel.mulBase(secret));
}
