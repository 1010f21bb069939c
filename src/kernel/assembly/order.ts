/**
 * Integers mod l on 32-bit limbs in memory, Barrett reduction (Handbook of Applied Cryptography 14.42 with b = 2^32,
 * k = 8). Every loop runs to a fixed end and no branch looks at a value, so secrets may pass.
 */
import { L_BYTES, L_MINUS_2_BYTES, MU_BYTES } from './gen/constants.gen';

const PRODUCT: usize = memory.data(64, 8);
const QUOTIENT: usize = memory.data(72, 8);
const REST: usize = memory.data(72, 8);
const OVER: usize = memory.data(36, 8);

/** out (na + nb limbs) = a · b; out overlaps neither. */
function multiply(out: usize, a: usize, na: usize, b: usize, nb: usize): void {
  memory.fill(out, 0, (na + nb) << 2);
  for (let i: usize = 0; i < na; i++) {
    const x: u64 = load<u32>(a + (i << 2));
    let carry: u64 = 0;
    for (let j: usize = 0; j < nb; j++) {
      const at = out + ((i + j) << 2);
      carry += x * <u64>load<u32>(b + (j << 2)) + <u64>load<u32>(at);
      store<u32>(at, <u32>carry);
      carry >>= 32;
    }
    store<u32>(out + ((i + nb) << 2), <u32>carry);
  }
}

/** out = a - b over n limbs; answers the borrow, 0 or 1. */
function subtract(out: usize, a: usize, b: usize, n: usize): u32 {
  let borrow: i64 = 0;
  for (let i: usize = 0; i < n << 2; i += 4) {
    borrow += <i64>load<u32>(a + i) - <i64>load<u32>(b + i);
    store<u32>(out + i, <u32>borrow);
    borrow >>= 32;
  }
  return <u32>(borrow & 1);
}

/** r = min(r, r - l) without telling which. */
function subtractOnce(r: usize): void {
  const borrow = subtract(OVER, r, L_BYTES, 8);
  const keep: u32 = 0 - borrow;
  for (let i: usize = 0; i < 32; i += 4)
    store<u32>(r + i, load<u32>(OVER + i) ^ (keep & (load<u32>(OVER + i) ^ load<u32>(r + i))));
}

/** out (32 bytes) = x (64 bytes) mod l. Any x: the estimate below needs x < b^16 only. */
export function reduce(out: usize, x: usize): void {
  multiply(QUOTIENT, x + 28, 9, MU_BYTES, 9); // floor(x / b^7) · floor(b^16 / l)
  const q = QUOTIENT + 36; // over b^9: at most 2 below the true quotient
  // r = (x - q·l) mod b^9, in REST; r < 3l
  multiply(OUT17, q, 9, L_BYTES, 8);
  subtract(REST, x, OUT17, 9);
  // r < 3l < 2^254, so its ninth limb is zero
  memory.copy(out, REST, 32);
  subtractOnce(out);
  subtractOnce(out);
}
const OUT17: usize = memory.data(68, 8);

export function mulmod(out: usize, a: usize, b: usize): void {
  multiply(PRODUCT, a, 8, b, 8);
  reduce(out, PRODUCT);
}

/** out = c + a·b */
export function muladd(out: usize, a: usize, b: usize, c: usize): void {
  multiply(PRODUCT, a, 8, b, 8);
  let carry: u64 = 0;
  for (let i: usize = 0; i < 64; i += 4) {
    carry += <u64>load<u32>(PRODUCT + i) + (i < 32 ? <u64>load<u32>(c + i) : 0);
    store<u32>(PRODUCT + i, <u32>carry);
    carry >>= 32;
  }
  reduce(out, PRODUCT);
}

/** out = a + b, both reduced: the sum is below 2^254. */
export function addmod(out: usize, a: usize, b: usize): void {
  let carry: u64 = 0;
  for (let i: usize = 0; i < 32; i += 4) {
    carry += <u64>load<u32>(a + i) + <u64>load<u32>(b + i);
    store<u32>(out + i, <u32>carry);
    carry >>= 32;
  }
  subtractOnce(out);
}

const NEGATED: usize = memory.data(32, 8);

/** out = a - b, both reduced. */
export function submod(out: usize, a: usize, b: usize): void {
  subtract(NEGATED, L_BYTES, b, 8);
  addmod(out, a, NEGATED); // l - 0 = l is not reduced, but a + l < 2l still needs one subtraction only
}

/** True if a < l. */
export function isReduced(a: usize): bool {
  return subtract(OVER, a, L_BYTES, 8) === 1;
}

const POWER: usize = memory.data(32, 8);

/** out = a^(l-2) = 1/a. The exponent is public. */
export function invmod(out: usize, a: usize): void {
  memory.copy(POWER, a, 32); // the top bit, 252
  for (let i: i32 = 251; i >= 0; i--) {
    mulmod(POWER, POWER, POWER);
    if ((load<u8>(L_MINUS_2_BYTES + (i >> 3)) >> (<u8>(i & 7))) & 1) mulmod(POWER, POWER, a);
  }
  memory.copy(out, POWER, 32);
}

/**
 * Signed digits of a reduced scalar in radix 2^width, -2^(width-1) to 2^(width-1) - 1 (radix 16: -8 to 7), one i8
 * each; answers how many. No branch on the scalar.
 */
export function recode(digits: usize, scalar: usize, width: i32): i32 {
  const count = 253 / width + 1;
  const mask = (1 << width) - 1;
  const half = 1 << (width - 1);
  let carry = 0;
  for (let i = 0; i < count; i++) {
    const bit = i * width;
    const byte = bit >> 3;
    // Two bytes hold any digit of up to 8 bits; beyond the scalar there are zeros.
    const low: i32 = load<u8>(scalar + byte);
    const high: i32 = byte < 31 ? load<u8>(scalar + byte, 1) : 0;
    const digit = ((((high << 8) | low) >> (bit & 7)) & mask) + carry;
    carry = (digit + half) >> width;
    store<i8>(digits + i, <i8>(digit - (carry << width)));
  }
  return count;
}
