/**
 * A passphrase added to a seed phrase. Every passphrase is accepted: a wrong one opens another, empty wallet.
 * Upstream: `encrypt_key`, `decrypt_key` in src/cryptonote_basic/cryptonote_format_utils.cpp. Each call takes as long
 * as one `slowHash`.
 */
import type { Scalar } from '../../base/brands.ts';
import { utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { slowHash } from '../../kernel/slow-hash.ts';

/** From the wallet's key to the one in the phrase: key + cn_slow_hash(passphrase) mod l. */
export function addSeedOffset(key: Uint8Array, passphrase: string): Scalar {
  return kernel.scalarAdd(kernel.scalarReduce(key), offsetOf(passphrase));
}

/** From the key in the phrase to the wallet's: key - cn_slow_hash(passphrase) mod l. */
export function removeSeedOffset(key: Uint8Array, passphrase: string): Scalar {
  return kernel.scalarSub(kernel.scalarReduce(key), offsetOf(passphrase));
}

const offsetOf = (passphrase: string): Uint8Array => kernel.scalarReduce(slowHash(utf8(passphrase)));
