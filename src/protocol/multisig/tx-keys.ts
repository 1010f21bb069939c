/**
 * Transaction keys of a multisig transaction. They follow from the key images that it spends and from the proposer's
 * random number, so that every signer makes the same ones, and no two transactions on a chain have the same.
 * Upstream: `make_tx_secret_key_seed`, `make_tx_secret_keys` (src/multisig/multisig_tx_builder_ringct.cpp).
 */
import { concat, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { hashToScalar } from '../ring/scalar.ts';

/** So many keys, the main one first. `keyImages` as the transaction orders them: descending. */
export function multisigTxKeys(
  entropy: Uint8Array,
  keyImages: readonly Uint8Array[],
  count: number,
): Uint8Array[] {
  const seed = kernel.keccak256(concat(kernel.keccak256(SEED), entropy, ...keyImages));
  const keys: Uint8Array[] = [];
  let last = kernel.keccak256(KEYS);
  while (keys.length < count) keys.push((last = hashToScalar(seed, last)));
  seed.fill(0);
  return keys;
}

const SEED = utf8('multisig_tx_privkeys_seed');
const KEYS = utf8('multisig_tx_privkeys');
