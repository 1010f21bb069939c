/** PBKDF2-HMAC-SHA256 (RFC 8018), by @noble/hashes. */
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** `length` bytes derived from a secret; 10,000 rounds take some 20 ms. */
export function pbkdf2Sha256(
  secret: Uint8Array,
  salt: Uint8Array,
  rounds: number,
  length: number,
): Uint8Array {
  return pbkdf2(sha256, secret, salt, { c: rounds, dkLen: length });
}
