/**
 * CryptoNight v0 without its last hash (cn-final.ts).
 * Upstream: src/crypto/slow-hash.c (`cn_slow_hash`, variant 0, no prehash). Vectors: tests-slow. By design its memory
 * addresses depend on the data, so its timing always leaks.
 */
import { atOnce, type Steps } from '../../base/steps.ts';
import { double8, SBOX } from './aes-tables.ts';
import { keccak1600, keccakF } from './keccak.ts';

const MEMORY = 1 << 21;
const ITERATIONS = 1 << 19;
/** Word index of a 16-byte cell: address bits 4 to 20, in 32-bit words. */
const CELL_MASK = (MEMORY - 16) >> 2;
/** Iterations of the memory-bound loop, and words of the scratchpad, in one step. */
const WALK_STEP = ITERATIONS / 16;
const PAD_STEP = MEMORY / 4 / 4;

/** The last state, 200 bytes; takes about a tenth of a second. */
export function cnState(data: Uint8Array): Uint8Array {
  return atOnce(cnStateInSteps(data));
}

/** `cnState` in about twenty steps. */
export function* cnStateInSteps(data: Uint8Array): Steps<Uint8Array> {
  const state = keccak1600(data);
  const words = new Int32Array(state.buffer);
  const pad = new Int32Array(MEMORY / 4);
  yield* fill(words, pad);
  const registers = registersOf(words);
  for (let done = 0; done < ITERATIONS; done += WALK_STEP) {
    yield;
    walk(registers, pad);
  }
  yield* fold(words, pad);
  keccakF(state);
  return state;
}

// AES rounds on little-endian 32-bit columns, by table.
const T0 = new Int32Array(256).map((_, i) => {
  const s = SBOX[i]!;
  return double8(s) | (s << 8) | (s << 16) | ((double8(s) ^ s) << 24);
});
const turned = (table: Int32Array): Int32Array => table.map((x) => (x << 8) | (x >>> 24));
const T1 = turned(T0);
const T2 = turned(T1);
const T3 = turned(T2);

const column = (a: number, b: number, c: number, d: number): number =>
  T0[a & 255]! ^ T1[(b >>> 8) & 255]! ^ T2[(c >>> 16) & 255]! ^ T3[d >>> 24]!;

const subWord = (x: number): number =>
  SBOX[x & 255]! | (SBOX[(x >>> 8) & 255]! << 8) | (SBOX[(x >>> 16) & 255]! << 16) | (SBOX[x >>> 24]! << 24);

/** The first ten round keys of AES-256 (40 words of 8 key words at `at`). */
const expandKey = (words: Int32Array, at: number): Int32Array => {
  const keys = new Int32Array(40);
  keys.set(words.subarray(at, at + 8));
  let rcon = 1;
  for (let i = 8; i < 40; i++) {
    let last = keys[i - 1]!;
    if (i % 8 === 0) {
      last = subWord((last >>> 8) | (last << 24)) ^ rcon;
      rcon = double8(rcon);
    } else if (i % 8 === 4) last = subWord(last);
    keys[i] = keys[i - 8]! ^ last;
  }
  return keys;
};

/** Ten rounds on each of the eight cells of `text`, without the whitening and last round of real AES. */
const pseudoEncrypt = (keys: Int32Array, text: Int32Array): void => {
  for (let cell = 0; cell < 32; cell += 4) {
    let a = text[cell]!;
    let b = text[cell + 1]!;
    let c = text[cell + 2]!;
    let d = text[cell + 3]!;
    for (let k = 0; k < 40; k += 4) {
      const na = column(a, b, c, d) ^ keys[k]!;
      const nb = column(b, c, d, a) ^ keys[k + 1]!;
      const nc = column(c, d, a, b) ^ keys[k + 2]!;
      d = column(d, a, b, c) ^ keys[k + 3]!;
      a = na;
      b = nb;
      c = nc;
    }
    text[cell] = a;
    text[cell + 1] = b;
    text[cell + 2] = c;
    text[cell + 3] = d;
  }
};

/** Fills the scratchpad: the text at byte 64 of the state, encrypted over and over with the key at byte 0. */
function* fill(words: Int32Array, pad: Int32Array): Steps<void> {
  const keys = expandKey(words, 0);
  const text = words.slice(16, 48);
  for (let from = 0; from < pad.length; from += PAD_STEP) {
    yield;
    for (let at = from; at < from + PAD_STEP; at += 32) {
      pseudoEncrypt(keys, text);
      pad.set(text, at);
    }
  }
}

/** Mixes the scratchpad into the text, with the key at byte 32. */
function* fold(words: Int32Array, pad: Int32Array): Steps<void> {
  const keys = expandKey(words, 8);
  const text = words.subarray(16, 48);
  for (let from = 0; from < pad.length; from += PAD_STEP) {
    yield;
    for (let at = from; at < from + PAD_STEP; at += 32) {
      for (let i = 0; i < 32; i++) text[i]! ^= pad[at + i]!;
      pseudoEncrypt(keys, text);
    }
  }
}

/** Upper half of a 32 by 32 bit product; every intermediate stays under 2^50, exact in a double. */
const mulHigh = (a: number, b: number): number => {
  const y = b >>> 0;
  const low = (a & 0xffff) * y;
  const high = (a >>> 16) * y + Math.floor(low / 0x10000);
  return Math.floor(high / 0x10000) | 0;
};

/** The cells a and b of the memory-bound loop at its start: four words each. */
const registersOf = (words: Int32Array): Int32Array =>
  Int32Array.from({ length: 8 }, (_, i) => words[i]! ^ words[i + 8]!);

/**
 * One step of the memory-bound loop, which half a million times makes one AES round and one 64 by 64 bit product, at
 * addresses that depend on the data.
 */
const walk = (registers: Int32Array, pad: Int32Array): void => {
  let [a0, a1, a2, a3, b0, b1, b2, b3] = registers as unknown as Eight;
  for (let i = 0; i < WALK_STEP; i++) {
    let j = (a0 >>> 2) & CELL_MASK;
    const p0 = pad[j]!;
    const p1 = pad[j + 1]!;
    const p2 = pad[j + 2]!;
    const p3 = pad[j + 3]!;
    const c0 = column(p0, p1, p2, p3) ^ a0;
    const c1 = column(p1, p2, p3, p0) ^ a1;
    const c2 = column(p2, p3, p0, p1) ^ a2;
    const c3 = column(p3, p0, p1, p2) ^ a3;
    pad[j] = b0 ^ c0;
    pad[j + 1] = b1 ^ c1;
    pad[j + 2] = b2 ^ c2;
    pad[j + 3] = b3 ^ c3;
    b0 = c0;
    b1 = c1;
    b2 = c2;
    b3 = c3;

    j = (c0 >>> 2) & CELL_MASK;
    const d0 = pad[j]!;
    const d1 = pad[j + 1]!;
    const d2 = pad[j + 2]!;
    const d3 = pad[j + 3]!;
    // r3 r2 r1 r0 = (c1 c0)·(d1 d0), 32-bit words; the carries stay small and exact in doubles.
    const r0 = Math.imul(c0, d0);
    const mid = (mulHigh(c0, d0) >>> 0) + (Math.imul(c0, d1) >>> 0) + (Math.imul(c1, d0) >>> 0);
    const top = (mulHigh(c0, d1) >>> 0) + (mulHigh(c1, d0) >>> 0) + (Math.imul(c1, d1) >>> 0) + carryOf(mid);
    const r3 = mulHigh(c1, d1) + carryOf(top);
    // a += (high half, low half): the reference's order.
    const s0 = (a0 >>> 0) + (top >>> 0);
    a1 = (a1 + r3 + carryOf(s0)) | 0;
    a0 = s0 | 0;
    const s2 = (a2 >>> 0) + (r0 >>> 0);
    a3 = (a3 + mid + carryOf(s2)) | 0;
    a2 = s2 | 0;
    pad[j] = a0;
    pad[j + 1] = a1;
    pad[j + 2] = a2;
    pad[j + 3] = a3;
    a0 ^= d0;
    a1 ^= d1;
    a2 ^= d2;
    a3 ^= d3;
  }
  registers.set([a0, a1, a2, a3, b0, b1, b2, b3]);
};
type Eight = [number, number, number, number, number, number, number, number];

const carryOf = (sum: number): number => Math.floor(sum / 0x100000000);
