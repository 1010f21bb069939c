/** Keccak-256 with 0x01 padding over bytes in memory, and the two short hashes of the scan on LANES items at once. */
import { keccakF1, keccakF2 } from './gen/keccak.gen';
import { LANES } from './lanes';

const STATE: usize = memory.data(200, 16);
const RATE: usize = 136;

/** The 200-byte state after `data`, at `state`. */
export function absorb(state: usize, data: usize, length: usize): void {
  memory.fill(state, 0, 200);
  while (length >= RATE) {
    for (let i: usize = 0; i < RATE; i += 8)
      store<u64>(state + i, load<u64>(state + i) ^ load<u64>(data + i));
    keccakF1(state);
    data += RATE;
    length -= RATE;
  }
  for (let i: usize = 0; i < length; i++) store<u8>(state + i, load<u8>(state + i) ^ load<u8>(data + i));
  store<u8>(state + length, load<u8>(state + length) ^ 0x01);
  store<u8>(state, load<u8>(state, RATE - 1) ^ 0x80, RATE - 1);
  keccakF1(state);
}

export function keccak256(out: usize, data: usize, length: usize): void {
  absorb(STATE, data, length);
  memory.copy(out, STATE, 32);
}

/**
 * Merkle root of n ids at `list`, which is overwritten: the rightmost pairs first, until a power of two is left, then
 * level by level.
 */
export function treeHash(out: usize, list: usize, n: usize): void {
  let width: usize = 1;
  while (width * 2 < n) width *= 2;
  const alone = 2 * width - n;
  if (n > 1)
    for (let i: usize = alone; i < width; i++) keccak256(list + (i << 5), list + ((2 * i - alone) << 5), 64);
  for (; width > 1; width >>= 1)
    for (let i: usize = 0; i < width >> 1; i++) keccak256(list + (i << 5), list + (i << 6), 64);
  memory.copy(out, list, 32);
}

const PAIR: usize = memory.data(400, 16);

/** A varint below 2^32 and the padding byte 0x01 after it, as one little-endian word. */
function paddedVarint(value: u32): u64 {
  let word: u64 = 0;
  let shift: u64 = 0;
  while (value >= 0x80) {
    word |= (<u64>((value & 0x7f) | 0x80)) << shift;
    shift += 8;
    value >>= 7;
  }
  return word | ((<u64>value) << shift) | ((<u64>1) << (shift + 8));
}

/**
 * First 32 bytes of keccak(salt || derivation || varint(index)) for LANES items. `salt` is one word, or 0 for none.
 * Both lanes' outputs are written; give the same pointers twice for one item.
 */
export function hashDerivations(
  salt: u64,
  d0: usize,
  i0: u32,
  out0: usize,
  d1: usize,
  i1: u32,
  out1: usize,
): void {
  const size: usize = LANES << 3;
  memory.fill(PAIR, 0, 25 * size);
  fillLane(PAIR, size, salt, d0, i0);
  if (LANES === 2) {
    fillLane(PAIR + 8, size, salt, d1, i1);
    keccakF2(PAIR);
    readLane(out1, PAIR + 8, size);
  } else keccakF1(PAIR);
  readLane(out0, PAIR, size);
}

function fillLane(state: usize, size: usize, salt: u64, derivation: usize, index: u32): void {
  let at = state;
  if (salt !== 0) {
    store<u64>(at, salt);
    at += size;
  }
  for (let i: usize = 0; i < 32; i += 8) {
    store<u64>(at, load<u64>(derivation + i));
    at += size;
  }
  store<u64>(at, paddedVarint(index));
  store<u64>(state + 16 * size, 0x8000000000000000);
}

function readLane(out: usize, state: usize, size: usize): void {
  for (let i: usize = 0; i < 4; i++) store<u64>(out + (i << 3), load<u64>(state + i * size));
}
