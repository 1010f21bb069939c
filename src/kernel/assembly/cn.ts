/**
 * CryptoNight v0's memory-hard part, between Keccak and the final hash (see hash/cn-slow-hash.ts, its twin). Works on
 * `state` (200 bytes, absorbed) and a scratchpad of 2 MiB. Its addresses depend on its data by design.
 */
import { keccakF1 } from './gen/keccak.gen';

const MEMORY: usize = 1 << 21;
const ITERATIONS: i32 = 1 << 19;
const SBOX: usize = memory.data(256);
/** Four tables of 256 words: the AES round on little-endian columns. */
const TABLES: usize = memory.data(4096, 16);
const KEYS: usize = memory.data(160, 16);

function double8(x: u32): u32 {
  return ((x << 1) ^ (x & 0x80 ? 0x11b : 0)) & 0xff;
}

function initTables(): void {
  if (load<u8>(SBOX)) return;
  let p: u32 = 1;
  let q: u32 = 1;
  do {
    p ^= double8(p); // times 3
    q ^= q << 1; // divided by 3
    q ^= q << 2;
    q ^= q << 4;
    q &= 0xff;
    if (q & 0x80) q ^= 0x09;
    const s = q ^ rotl8(q, 1) ^ rotl8(q, 2) ^ rotl8(q, 3) ^ rotl8(q, 4);
    store<u8>(SBOX + p, <u8>(s ^ 0x63));
  } while (p !== 1);
  store<u8>(SBOX, 0x63);
  for (let i: usize = 0; i < 256; i++) {
    const s: u32 = load<u8>(SBOX + i);
    const d = double8(s);
    const t: u32 = d | (s << 8) | (s << 16) | ((d ^ s) << 24);
    for (let k: usize = 0; k < 4; k++) store<u32>(TABLES + (k << 10) + (i << 2), rotl<u32>(t, (<u32>k) << 3));
  }
}

function rotl8(x: u32, n: u32): u32 {
  return ((x << n) | (x >> (8 - n))) & 0xff;
}

function column(a: u32, b: u32, c: u32, d: u32): u32 {
  return (
    load<u32>(TABLES + ((a & 255) << 2)) ^
    load<u32>(TABLES + (((b >> 8) & 255) << 2), 1024) ^
    load<u32>(TABLES + (((c >> 16) & 255) << 2), 2048) ^
    load<u32>(TABLES + ((d >> 24) << 2), 3072)
  );
}

function subWord(x: u32): u32 {
  return (
    (<u32>load<u8>(SBOX + (x & 255))) |
    ((<u32>load<u8>(SBOX + ((x >> 8) & 255))) << 8) |
    ((<u32>load<u8>(SBOX + ((x >> 16) & 255))) << 16) |
    ((<u32>load<u8>(SBOX + (x >> 24))) << 24)
  );
}

function expandKey(key: usize): void {
  memory.copy(KEYS, key, 32);
  let rcon: u32 = 1;
  for (let i: usize = 8; i < 40; i++) {
    let last = load<u32>(KEYS + (i << 2) - 4);
    if (i % 8 === 0) {
      last = subWord(rotr<u32>(last, 8)) ^ rcon;
      rcon = double8(rcon);
    } else if (i % 8 === 4) last = subWord(last);
    store<u32>(KEYS + (i << 2), last ^ load<u32>(KEYS + (i << 2) - 32));
  }
}

function pseudoEncrypt(text: usize): void {
  for (let cell = text; cell < text + 128; cell += 16) {
    let a = load<u32>(cell),
      b = load<u32>(cell, 4),
      c = load<u32>(cell, 8),
      d = load<u32>(cell, 12);
    for (let k: usize = KEYS; k < KEYS + 160; k += 16) {
      const na = column(a, b, c, d) ^ load<u32>(k);
      const nb = column(b, c, d, a) ^ load<u32>(k, 4);
      const nc = column(c, d, a, b) ^ load<u32>(k, 8);
      d = column(d, a, b, c) ^ load<u32>(k, 12);
      a = na;
      b = nb;
      c = nc;
    }
    store<u32>(cell, a);
    store<u32>(cell, b, 4);
    store<u32>(cell, c, 8);
    store<u32>(cell, d, 12);
  }
}

const TEXT: usize = memory.data(128, 16);

export function cnCore(state: usize, pad: usize): void {
  initTables();
  expandKey(state);
  memory.copy(TEXT, state + 64, 128);
  for (let at: usize = 0; at < MEMORY; at += 128) {
    pseudoEncrypt(TEXT);
    memory.copy(pad + at, TEXT, 128);
  }
  walk(state, pad);
  expandKey(state + 32);
  for (let at: usize = 0; at < MEMORY; at += 128) {
    for (let i: usize = 0; i < 128; i += 8)
      store<u64>(state + 64 + i, load<u64>(state + 64 + i) ^ load<u64>(pad + at + i));
    pseudoEncrypt(state + 64);
  }
  keccakF1(state);
}

/** Upper half of a 64 by 64 bit product. */
function mulHigh(x: u64, y: u64): u64 {
  const a = x >> 32,
    b = x & 0xffffffff,
    c = y >> 32,
    d = y & 0xffffffff;
  const ad = a * d,
    bc = b * c;
  const middle = (ad & 0xffffffff) + (bc & 0xffffffff) + ((b * d) >> 32);
  return a * c + (ad >> 32) + (bc >> 32) + (middle >> 32);
}

function walk(state: usize, pad: usize): void {
  const cells: u32 = <u32>MEMORY - 16;
  let a0 = load<u64>(state) ^ load<u64>(state, 32),
    a1 = load<u64>(state, 8) ^ load<u64>(state, 40);
  let b0 = load<u64>(state, 16) ^ load<u64>(state, 48),
    b1 = load<u64>(state, 24) ^ load<u64>(state, 56);
  for (let i = 0; i < ITERATIONS; i++) {
    let cell = pad + ((<u32>a0) & cells);
    const p0 = load<u32>(cell),
      p1 = load<u32>(cell, 4),
      p2 = load<u32>(cell, 8),
      p3 = load<u32>(cell, 12);
    const c0 = ((<u64>column(p0, p1, p2, p3)) | ((<u64>column(p1, p2, p3, p0)) << 32)) ^ a0;
    const c1 = ((<u64>column(p2, p3, p0, p1)) | ((<u64>column(p3, p0, p1, p2)) << 32)) ^ a1;
    store<u64>(cell, b0 ^ c0);
    store<u64>(cell, b1 ^ c1, 8);
    b0 = c0;
    b1 = c1;
    cell = pad + ((<u32>c0) & cells);
    const d0 = load<u64>(cell),
      d1 = load<u64>(cell, 8);
    a0 += mulHigh(c0, d0);
    a1 += c0 * d0;
    store<u64>(cell, a0);
    store<u64>(cell, a1, 8);
    a0 ^= d0;
    a1 ^= d1;
  }
}
