/**
 * Computes the spend key from all key shares: each is multiplied by a coefficient that depends on all of them.
 * Without that, the signer who publishes last could choose a share that cancels the others. Upstream:
 * `generate_multisig_aggregate_key`, `compute_multisig_aggregation_coefficient`
 * (src/multisig/multisig_account_kex_impl.cpp).
 */
import { asPublicKey, asSecretKey, type Point, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { compareBytes, concat, padAscii } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { fault } from '../faults.ts';
import { publicKeyOf } from '../keys/public-key.ts';
import { IDENTITY } from '../ring/constants.ts';
import { hashToScalar } from '../ring/scalar.ts';

const SALT = padAscii('Multisig_key_agg', 32);

/** `own`: our secret shares; `others`: public keys of the shares that we do not have. Fault bad_kex_round. */
export function aggregate(
  own: readonly SecretKey[],
  others: readonly PublicKey[],
): { readonly spendPublic: PublicKey; readonly keys: readonly SecretKey[] } {
  const ownPublic = own.map(publicKeyOf);
  const all = [...others, ...ownPublic].sort(compareBytes);
  if (new Set(all.map(toHex)).size < all.length) throw fault('bad_kex_round', { reason: 'twice' });
  const joined = concat(...all);
  const coefficient = (key: PublicKey): Uint8Array => hashToScalar(key, joined, SALT);
  const sum = all.reduce<Point>(
    (subtotal, key) => kernel.pointAdd(subtotal, kernel.mul(coefficient(key), key)),
    IDENTITY,
  );
  return {
    spendPublic: asPublicKey(sum),
    keys: own.map((secret, i) => asSecretKey(kernel.scalarMul(coefficient(ownPublic[i]!), secret))),
  };
}
