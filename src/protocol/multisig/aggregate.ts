/**
 * The spend key out of all shares: each times a coefficient that depends on all of them, or the last to name one could
 * choose it so that the others cancel out. Upstream: `generate_multisig_aggregate_key`,
 * `compute_multisig_aggregation_coefficient` (src/multisig/multisig_account_kex_impl.cpp).
 */
import { compareBytes, concat, padAscii } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { fault } from '../faults.ts';
import { IDENTITY } from '../ring/constants.ts';
import { hashToScalar } from '../ring/scalar.ts';

const SALT = padAscii('Multisig_key_agg', 32);

/** `own` are secrets, `others` the public keys of shares we do not have. Fault bad_kex_round. */
export function aggregate(
  own: readonly Uint8Array[],
  others: readonly Uint8Array[],
): { readonly spendPublic: Uint8Array; readonly keys: readonly Uint8Array[] } {
  const ownPublic = own.map((secret) => kernel.mulBase(secret));
  const all = [...others, ...ownPublic].sort(compareBytes);
  if (new Set(all.map(toHex)).size < all.length) throw fault('bad_kex_round', { reason: 'twice' });
  const joined = concat(...all);
  const coefficient = (key: Uint8Array): Uint8Array => hashToScalar(key, joined, SALT);
  return {
    spendPublic: all.reduce((sum, key) => kernel.pointAdd(sum, kernel.mul(coefficient(key), key)), IDENTITY),
    keys: own.map((secret, i) => kernel.scalarMul(coefficient(ownPublic[i]!), secret)),
  };
}
