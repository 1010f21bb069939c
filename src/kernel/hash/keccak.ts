/** Keccak-256 with the original 0x01 padding. Upstream: src/crypto/keccak.c, `cn_fast_hash`. */
export { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
