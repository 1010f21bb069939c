/**
 * Keys derived from a password. Upstream: `generate_chacha_key` (src/crypto/chacha.h), `derive_cache_key`
 * (src/wallet/wallet2.cpp), `derive_key` (src/cryptonote_basic/account.cpp), domains in src/cryptonote_config.h.
 */
import { asSecretKey, type SecretKey } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { chacha20 } from '../../kernel/hash/chacha20.ts';
import { kernel } from '../../kernel/kernel.ts';
import { slowHash } from '../../kernel/slow-hash.ts';

const CACHE = 0x8d;
const BACKGROUND = 0x8f;
const MEMORY = 0x6b;

/** One round of CryptoNight: the default (the command line can set more). */
export function fileKeyOf(password: string): Uint8Array {
  return slowHash(utf8(password));
}

export function cacheKeyOf(fileKey: Uint8Array): Uint8Array {
  return kernel.keccak256(concat(fileKey, Uint8Array.of(CACHE)));
}

/** Key of a file for background sync, which has the view key and no spend key. */
export function backgroundKeyOf(fileKey: Uint8Array): Uint8Array {
  return kernel.keccak256(concat(fileKey, Uint8Array.of(BACKGROUND)));
}

/** Encrypts or decrypts the secrets inside the file, one after the other, with a second key stream. */
export function maskSecrets(fileKey: Uint8Array, iv: Uint8Array, secrets: readonly SecretKey[]): SecretKey[] {
  const key = slowHash(concat(fileKey, Uint8Array.of(MEMORY)));
  const all = chacha20(key, iv, concat(...secrets));
  key.fill(0);
  return secrets.map((_, i) => asSecretKey(all.slice(32 * i, 32 * i + 32)));
}
