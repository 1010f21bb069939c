/**
 * Keccak-256 with the original 0x01 padding, and the 1600-bit state behind it.
 * Upstream: src/crypto/keccak.c (`cn_fast_hash`, `keccak1600`). Vectors: tests-fast.
 */
import { keccakP } from '@noble/hashes/sha3.js';

export { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';

const RATE = 136;

/** The whole 200-byte state after absorbing `data` with rate 136: what CryptoNight starts from. */
export function keccak1600(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = new Uint8Array(200);
  let at = 0;
  for (const byte of data) {
    state[at++]! ^= byte;
    if (at === RATE) {
      keccakF(state);
      at = 0;
    }
  }
  state[at]! ^= 0x01;
  state[RATE - 1]! ^= 0x80;
  keccakF(state);
  return state;
}

/** The permutation, in place, on 200 bytes that are four-byte aligned. Little-endian machines only, as all browsers are. */
export function keccakF(state: Uint8Array<ArrayBuffer>): void {
  keccakP(new Uint32Array(state.buffer, state.byteOffset, 50));
}
