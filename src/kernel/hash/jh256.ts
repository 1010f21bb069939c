/**
 * JH-256 (42 rounds, the SHA-3 finalist), on nibbles as its specification describes it.
 * Upstream: src/crypto/jh.c. Vectors: tests-extra-jh. Speed does not matter here: it runs once per CryptoNight hash.
 */
import { fromHex } from '../../base/hex.ts';

const ROUNDS = 42;
const BLOCK = 64;
const SBOX = [
  [9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14],
  [3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8],
] as const;
/** The first round constant: 256 bits of the fraction of sqrt(2). */
const FIRST_CONSTANT = fromHex('6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a');

const times2 = (nibble: number): number => ((nibble << 1) ^ (nibble >> 3) ^ ((nibble >> 2) & 2)) & 15; // GF(2^4) mod x^4+x+1

/** One round on n nibbles: S-boxes chosen by `select`, the linear map on pairs, then the permutation. */
const round = (state: Uint8Array, select: (index: number) => 0 | 1): void => {
  const n = state.length;
  const half = n / 2;
  const moved = state.map((nibble, i) => SBOX[select(i)][nibble]!);
  for (let i = 0; i < n; i += 2) {
    moved[i + 1]! ^= times2(moved[i]!);
    moved[i]! ^= times2(moved[i + 1]!);
  }
  for (let i = 0; i < n; i += 4) swap(moved, i + 2);
  for (let i = 0; i < half; i++) {
    state[i] = moved[2 * i]!;
    state[i + half] = moved[2 * i + 1]!;
  }
  for (let i = half; i < n; i += 2) swap(state, i);
};

const swap = (state: Uint8Array, i: number): void => {
  const first = state[i]!;
  state[i] = state[i + 1]!;
  state[i + 1] = first;
};

/** The bijection E8 on 128 bytes, in place. */
const e8 = (h: Uint8Array): void => {
  const bit = (i: number): number => (h[i >> 3]! >> (7 - (i & 7))) & 1;
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i++) {
    const nibble = (bit(i) << 3) | (bit(i + 256) << 2) | (bit(i + 512) << 1) | bit(i + 768);
    state[i < 128 ? 2 * i : 2 * (i - 128) + 1] = nibble;
  }
  const constant = new Uint8Array(64).map((_, i) => (FIRST_CONSTANT[i >> 1]! >> (i & 1 ? 0 : 4)) & 15);
  for (let r = 0; r < ROUNDS; r++) {
    round(state, (i) => ((constant[i >> 2]! >> (3 - (i & 3))) & 1) as 0 | 1);
    round(constant, () => 0);
  }
  h.fill(0);
  for (let i = 0; i < 256; i++) {
    const nibble = state[i < 128 ? 2 * i : 2 * (i - 128) + 1]!;
    for (let plane = 0; plane < 4; plane++) {
      const at = plane * 256 + i;
      h[at >> 3]! |= ((nibble >> (3 - plane)) & 1) << (7 - (at & 7));
    }
  }
};

const compress = (h: Uint8Array, block: Uint8Array): void => {
  for (let i = 0; i < BLOCK; i++) h[i]! ^= block[i]!;
  e8(h);
  for (let i = 0; i < BLOCK; i++) h[BLOCK + i]! ^= block[i]!;
};

const pad = (data: Uint8Array): Uint8Array => {
  // The length has a block of its own unless the message ends on a block's edge.
  const out = new Uint8Array(Math.ceil(data.length / BLOCK) * BLOCK + BLOCK);
  out.set(data);
  out[data.length] = 0x80;
  new DataView(out.buffer).setUint32(out.length - 4, data.length * 8);
  return out;
};

/** 32-byte digest of `data` (under 2^29 bytes). */
export function jh256(data: Uint8Array): Uint8Array {
  const h = new Uint8Array(128);
  h[0] = 1; // output length, 256, big-endian
  compress(h, new Uint8Array(BLOCK));
  const padded = pad(data);
  for (let at = 0; at < padded.length; at += BLOCK) compress(h, padded.subarray(at, at + BLOCK));
  return h.slice(96);
}
