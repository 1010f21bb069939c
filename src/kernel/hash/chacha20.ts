/**
 * The original ChaCha of D. J. Bernstein: 8-byte nonce, 64-bit block counter from 0 (not RFC 8439).
 * Upstream: src/crypto/chacha.c (`chacha20`, `chacha8`). Checked against published keystreams in tests/unit/kernel.
 */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

const quarter = (x: Uint32Array, a: number, b: number, c: number, d: number): void => {
  x[a]! += x[b]!;
  x[d] = rotl(x[d]! ^ x[a]!, 16);
  x[c]! += x[d];
  x[b] = rotl(x[b]! ^ x[c]!, 12);
  x[a]! += x[b];
  x[d] = rotl(x[d] ^ x[a]!, 8);
  x[c]! += x[d];
  x[b] = rotl(x[b] ^ x[c]!, 7);
};
const rotl = (x: number, n: number): number => (x << n) | (x >>> (32 - n));

const readWord = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

const stream = (
  rounds: number,
  key: Uint8Array,
  nonce: Uint8Array,
  data: Uint8Array,
  firstBlock = 0,
): Uint8Array => {
  if (key.length !== 32 || nonce.length !== 8) throw new Error('chacha: key of 32 and nonce of 8 bytes');
  const state = new Uint32Array(16);
  state.set(CONSTANTS);
  for (let i = 0; i < 8; i++) state[4 + i] = readWord(key, 4 * i);
  state[12] = firstBlock;
  state[14] = readWord(nonce, 0);
  state[15] = readWord(nonce, 4);
  const work = new Uint32Array(16);
  const out = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 64) {
    work.set(state);
    for (let i = 0; i < rounds; i += 2) {
      for (let j = 0; j < 4; j++) quarter(work, j, 4 + j, 8 + j, 12 + j);
      for (let j = 0; j < 4; j++) quarter(work, j, 4 + ((j + 1) & 3), 8 + ((j + 2) & 3), 12 + ((j + 3) & 3));
    }
    for (let i = 0; i < 16; i++) work[i]! += state[i]!;
    const n = Math.min(64, data.length - at);
    for (let i = 0; i < n; i++) out[at + i] = data[at + i]! ^ (work[i >> 2]! >>> (8 * (i & 3)));
    state[12]++;
    if (state[12] === 0) state[13]!++;
  }
  state.fill(0);
  work.fill(0);
  return out;
};

/**
 * Encrypts or decrypts (the same thing): 32-byte key, 8-byte nonce, 20 rounds. `firstBlock`: the number of blocks of 64 bytes
 * before `data`, less than 2^32.
 */
export function chacha20(key: Uint8Array, nonce: Uint8Array, data: Uint8Array, firstBlock = 0): Uint8Array {
  return stream(20, key, nonce, data, firstBlock);
}

/** The 8-round cipher of old wallet files. */
export function chacha8(key: Uint8Array, nonce: Uint8Array, data: Uint8Array): Uint8Array {
  return stream(8, key, nonce, data);
}
