/**
 * Transaction keys of a multisig transaction, derived from its key images and the proposer's random number. So every
 * signer computes the same keys, and no two transactions on a chain have the same.
 * Upstream: `make_tx_secret_key_seed`, `make_tx_secret_keys` (src/multisig/multisig_tx_builder_ringct.cpp).
 */
import { asSecretKey, type KeyImage, type SecretKey } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { hashToScalar } from '../ring/scalar.ts';

const SEED = utf8('multisig_tx_privkeys_seed');
const KEYS = utf8('multisig_tx_privkeys');

/** Returns `count` keys, the main one first. `keyImages`: in the transaction's order, descending. */
export function multisigTxKeys(
  entropy: Uint8Array,
  keyImages: readonly KeyImage[],
  count: number,
): SecretKey[] {
  const seed = kernel.keccak256(concat(kernel.keccak256(SEED), entropy, ...keyImages));
  const keys: SecretKey[] = [];
  let last = kernel.keccak256(KEYS);
  while (keys.length < count) keys.push(asSecretKey((last = hashToScalar(seed, last))));
  seed.fill(0);
  return keys;
}
