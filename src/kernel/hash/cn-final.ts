/** The last step of CryptoNight. Upstream: `extra_hashes` in src/crypto/slow-hash.c. */
import { blake256 } from '@noble/hashes/blake1.js';
import { groestl256 } from './groestl256.ts';
import { jh256 } from './jh256.ts';
import { skein256 } from './skein256.ts';

/** Applies one of four hashes to the 200-byte state, chosen by its first two bits. */
export function finalHash(state: Uint8Array): Uint8Array {
  // BLAKE-256 is the SHA-3 finalist of 14 rounds, not BLAKE2.
  return [blake256, groestl256, jh256, skein256][state[0]! & 3]!(state);
}
