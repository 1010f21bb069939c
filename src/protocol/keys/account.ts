/**
 * The keys of an account: spend (b, B) and view (a, A). A wallet without the spend secret is view-only.
 * Upstream: `account_base` in src/cryptonote_basic/account.cpp, `wallet2::is_deterministic`.
 */
import { asSecretKey, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { fault } from '../faults.ts';
import { publicKeyOf } from './public-key.ts';

export interface AccountKeys {
  readonly spendPublic: PublicKey;
  readonly viewPublic: PublicKey;
  readonly viewSecret: SecretKey;
  /** Absent in a view-only wallet. */
  readonly spendSecret?: SecretKey;
}

/** Any 32 bytes make an account: spend secret = seed mod l. */
export function accountFromSeed(seed: Uint8Array): AccountKeys & { readonly spendSecret: SecretKey } {
  if (seed.length !== 32) throw fault('bad_secret_key', { which: 'spend' });
  const spendSecret = asSecretKey(kernel.scalarReduce(seed));
  const viewSecret = viewSecretFromSpend(spendSecret);
  return {
    spendPublic: publicKeyOf(spendSecret),
    viewPublic: publicKeyOf(viewSecret),
    viewSecret,
    spendSecret,
  };
}

/**
 * The account of 16 bytes of MyMonero: spend secret = H(entropy) mod l, and the view secret is the hash of H(entropy)
 * itself, before it is reduced. So 25 words, which spell the reduced spend secret, cannot restore most such accounts.
 * Upstream: `account_base::generate` in mymonero/monero-core-custom. Vectors: tests/vectors/mymonero.json
 */
export function accountFromEntropy(entropy: Uint8Array): AccountKeys & { readonly spendSecret: SecretKey } {
  const hash = kernel.keccak256(entropy);
  const spendSecret = asSecretKey(kernel.scalarReduce(hash));
  const viewSecret = asSecretKey(kernel.scalarReduce(kernel.keccak256(hash)));
  hash.fill(0);
  return {
    spendPublic: publicKeyOf(spendSecret),
    viewPublic: publicKeyOf(viewSecret),
    viewSecret,
    spendSecret,
  };
}

/** a = reduce(H(b)), so one seed is enough for both keys. */
export function viewSecretFromSpend(spendSecret: SecretKey): SecretKey {
  return asSecretKey(kernel.scalarReduce(kernel.keccak256(spendSecret)));
}

/**
 * An account from separate keys. Without `spendSecret` it is view-only and needs `spendPublic`; public keys must
 * match their secrets. Faults `bad_secret_key` (zero or not below l) and `key_mismatch`, both with `which`;
 * `bad_point` for an invalid spend key.
 */
export function accountFromKeys(given: {
  readonly viewSecret: SecretKey;
  readonly spendSecret?: SecretKey;
  readonly spendPublic?: PublicKey;
  readonly viewPublic?: PublicKey;
}): AccountKeys {
  const viewPublic = checkedPublicKey(given.viewSecret, 'view', given.viewPublic);
  if (given.spendSecret !== undefined) {
    const spendPublic = checkedPublicKey(given.spendSecret, 'spend', given.spendPublic);
    return { spendPublic, viewPublic, viewSecret: given.viewSecret, spendSecret: given.spendSecret };
  }
  if (given.spendPublic === undefined) throw new Error('accountFromKeys needs a spend key of either kind');
  if (!kernel.isOnCurve(given.spendPublic)) throw fault('bad_point');
  return { spendPublic: given.spendPublic, viewPublic, viewSecret: given.viewSecret };
}

const checkedPublicKey = (secret: SecretKey, which: 'spend' | 'view', expected?: PublicKey): PublicKey => {
  if (!kernel.isReducedScalar(secret) || secret.every((byte) => byte === 0))
    throw fault('bad_secret_key', { which });
  const key = publicKeyOf(secret);
  if (expected !== undefined && !equalBytes(key, expected)) throw fault('key_mismatch', { which });
  return key;
};

/** True if the view key is derived from the spend key, so that one seed phrase restores both; view-only: false. */
export function isDeterministic(account: AccountKeys): boolean {
  return (
    account.spendSecret !== undefined &&
    equalBytes(viewSecretFromSpend(account.spendSecret), account.viewSecret)
  );
}
