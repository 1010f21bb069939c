/** BLAKE-256 (the 14-round SHA-3 finalist, not BLAKE2). Upstream: src/crypto/blake256.c. Vectors: tests-extra-blake. */
export { blake256 } from '@noble/hashes/blake1.js';
