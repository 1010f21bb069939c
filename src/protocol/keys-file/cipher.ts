/**
 * From a password to keys. Upstream: `generate_chacha_key` (src/crypto/chacha.h), `derive_cache_key`
 * (src/wallet/wallet2.cpp), `derive_key` (src/cryptonote_basic/account.cpp), domains in src/cryptonote_config.h.
 */
import { concat, utf8 } from '../../base/bytes.ts';
import { chacha20 } from '../../kernel/hash/chacha20.ts';
import { kernel } from '../../kernel/kernel.ts';

const CACHE = 0x8d;
const BACKGROUND = 0x8f;
const MEMORY = 0x6b;

/** One round of CryptoNight, as every wallet has that was not told otherwise on the command line. */
export function fileKeyOf(password: string): Uint8Array {
  return kernel.cnSlowHash(utf8(password));
}

/** Of the cache file that lies beside. */
export function cacheKeyOf(fileKey: Uint8Array): Uint8Array {
  return kernel.keccak256(concat(fileKey, Uint8Array.of(CACHE)));
}

/** Of a file that only scans in the background: view key, no spend key. */
export function backgroundKeyOf(fileKey: Uint8Array): Uint8Array {
  return kernel.keccak256(concat(fileKey, Uint8Array.of(BACKGROUND)));
}

/** Inside the file the secrets lie under a second stream: one after the other. Undoes itself. */
export function maskSecrets(
  fileKey: Uint8Array,
  iv: Uint8Array,
  secrets: readonly Uint8Array[],
): Uint8Array[] {
  const key = kernel.cnSlowHash(concat(fileKey, Uint8Array.of(MEMORY)));
  const all = chacha20(key, iv, concat(...secrets));
  key.fill(0);
  return secrets.map((_, i) => all.slice(32 * i, 32 * i + 32));
}
