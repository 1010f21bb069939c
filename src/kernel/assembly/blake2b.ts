/**
 * Blake2b of a message of one block with a key of 32 bytes and the personal string "Monero". The twin is
 * hash/blake2b-monero.ts. Specification: RFC 7693. No branch and no address depends on what is hashed.
 */

const IV: usize = memory.data<u64>([
  0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
  0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
]);
/** Byte positions of the message words that the halves of each mixing step take, for ten rounds. */
const SIGMA: usize = memory.data<u8>([
  0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 112, 80, 32, 64, 72, 120, 104, 48, 8, 96,
  0, 16, 88, 56, 40, 24, 88, 64, 96, 0, 40, 16, 120, 104, 80, 112, 24, 48, 56, 8, 72, 32, 56, 72, 24, 8, 104,
  96, 88, 112, 16, 48, 40, 80, 32, 0, 120, 64, 72, 0, 40, 56, 16, 32, 80, 120, 112, 8, 88, 96, 48, 64, 24,
  104, 16, 96, 48, 80, 0, 88, 64, 24, 32, 104, 56, 40, 120, 112, 8, 72, 96, 40, 8, 120, 112, 104, 32, 80, 0,
  56, 48, 24, 72, 16, 64, 88, 104, 88, 56, 112, 96, 8, 24, 72, 40, 0, 120, 32, 64, 48, 16, 80, 48, 120, 112,
  72, 88, 24, 0, 64, 96, 16, 104, 56, 8, 32, 80, 40, 80, 16, 64, 32, 56, 48, 8, 40, 120, 88, 72, 112, 24, 96,
  104, 0,
]);
const ROUNDS: u32 = 12;
/** "Monero", eight bytes, little-endian. */
const PERSONAL: u64 = 0x00006f72656e6f4d;

const STATE: usize = memory.data(64, 16);
const WORK: usize = memory.data(128, 16);
const KEY_BLOCK: usize = memory.data(128, 16);

function mix(a: usize, b: usize, c: usize, d: usize, x: u64, y: u64): void {
  let va = load<u64>(a),
    vb = load<u64>(b),
    vc = load<u64>(c),
    vd = load<u64>(d);
  va += vb + x;
  vd = rotr<u64>(vd ^ va, 32);
  vc += vd;
  vb = rotr<u64>(vb ^ vc, 24);
  va += vb + y;
  vd = rotr<u64>(vd ^ va, 16);
  vc += vd;
  vb = rotr<u64>(vb ^ vc, 63);
  store<u64>(a, va);
  store<u64>(b, vb);
  store<u64>(c, vc);
  store<u64>(d, vd);
}

/** `bytes`: how many were hashed with this block. */
function compress(state: usize, block: usize, bytes: u64, last: bool): void {
  memory.copy(WORK, state, 64);
  memory.copy(WORK + 64, IV, 64);
  store<u64>(WORK, load<u64>(WORK, 96) ^ bytes, 96);
  if (last) store<u64>(WORK, ~load<u64>(WORK, 112), 112);
  for (let round: u32 = 0; round < ROUNDS; round++) {
    let sigma = SIGMA + ((round < 10 ? round : round - 10) << 4);
    // Four columns, then four diagonals.
    for (let i: usize = 0; i < 64; i += 8, sigma += 2) {
      const turn = (i >> 5) << 3;
      mix(
        WORK + (i & 31),
        WORK + 32 + ((i + turn) & 31),
        WORK + 64 + ((i + 2 * turn) & 31),
        WORK + 96 + ((i + 3 * turn) & 31),
        load<u64>(block + load<u8>(sigma)),
        load<u64>(block + load<u8>(sigma, 1)),
      );
    }
  }
  for (let i: usize = 0; i < 64; i += 8)
    store<u64>(state + i, load<u64>(state + i) ^ load<u64>(WORK + i) ^ load<u64>(WORK + i, 64));
}

/** Begins a hash of `size` bytes: writes 64 bytes of state. Several messages with one key may continue from it. */
export function beginKeyed(state: usize, size: u64, key: usize): void {
  memory.copy(state, IV, 64);
  // One leaf, one level, a key of 32 bytes.
  store<u64>(state, load<u64>(state) ^ (0x01012000 | size));
  store<u64>(state, load<u64>(state, 48) ^ PERSONAL, 48);
  memory.copy(KEY_BLOCK, key, 32);
  compress(state, KEY_BLOCK, 128, false);
  memory.fill(KEY_BLOCK, 0, 32);
}

/** The first eight bytes of the hash of `length` bytes, 1 to 128, in a block that is filled up with zeros. */
export function endKeyed(state: usize, block: usize, length: u64): u64 {
  memory.copy(STATE, state, 64);
  compress(STATE, block, 128 + length, true);
  return load<u64>(STATE);
}

/** Removes what was hashed. */
export function wipeHash(): void {
  memory.fill(STATE, 0, 64);
  memory.fill(WORK, 0, 128);
}
