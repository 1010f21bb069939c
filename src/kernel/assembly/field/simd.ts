/**
 * Field on twelve signed limbs of 21 and 22 bits in doubles, two lanes: vector i holds limb i of both lanes as a
 * multiple of 2^e(i), e(i) = ceil(255·i/12). Ordinary additions and multiplications, all of them exact (the method of
 * Bernstein's 2006 Curve25519), so every engine with SIMD gives the same bits.
 *
 * Bounds, in units of 2^e(i). "Tight" is what mul, sq and carry return: |limb| <= 1.02·2^(width - 1). The columns of
 * tight by tight stay below 1.05·2^48.97, so operands may be sums: m tight terms by n while 1.05·m·n·2^48.97 <= 2^53,
 * that is m·n <= 15; we use 4 by 3 at most. The first round of carries moves at most 2^32 units, the last ones 2^11
 * (19·2^11 out of limb 0), hence "tight".
 */
export { add, addSub, carry, doubleSums, mul, sq, sub } from '../gen/simd.gen';

/** out = a in lanes where the mask is 0, b where it is all ones. */
export function select(out: usize, a: usize, b: usize, m0: i64, m1: i64): void {
  const mask = i64x2.replace_lane(i64x2.splat(m0), 1, m1);
  for (let i: usize = 0; i < 192; i += 16)
    v128.store(out + i, v128.bitselect(v128.load(b + i), v128.load(a + i), mask));
}

function exponent(i: i64): i64 {
  return (85 * i + 3) >> 2;
}

/** 2^n for |n| < 1023. */
function power(n: i64): f64 {
  return reinterpret<f64>((1023 + n) << 52);
}

const MASK51: i64 = 0x7ffffffffffff;

/** Limb i (0 to 4) of a lane in radix 2^51, signed, into `limbs`. */
export function getLane(limbs: usize, a: usize, lane: usize): void {
  memory.fill(limbs, 0, 40);
  for (let i: i64 = 0; i < 12; i++) {
    const e = exponent(i);
    const limb = <i64>(load<f64>(a + ((<usize>i) << 4) + (lane << 3)) * power(-e));
    // The part below the end of its radix-2^51 digit, and the signed rest for the next (19 times it from the last).
    const at = e / 51,
      shift = e % 51;
    const to = limbs + ((<usize>at) << 3);
    store<i64>(to, load<i64>(to) + ((limb & (MASK51 >> shift)) << shift));
    const rest = limb >> (51 - shift);
    if (at < 4) store<i64>(to, load<i64>(to, 8) + rest, 8);
    else store<i64>(limbs, load<i64>(limbs) + 19 * rest);
  }
}

const BITS: usize = memory.data(40, 8);

/** Sets a lane from five signed limbs within 2^50. */
export function setLane(out: usize, lane: usize, limbs: usize): void {
  // To one run of bits below 2^255, then cut, then centred.
  let t0 = load<i64>(limbs),
    t1 = load<i64>(limbs, 8),
    t2 = load<i64>(limbs, 16);
  let t3 = load<i64>(limbs, 24),
    t4 = load<i64>(limbs, 32);
  for (let pass = 0; pass < 3; pass++) {
    t1 += t0 >> 51;
    t0 &= MASK51;
    t2 += t1 >> 51;
    t1 &= MASK51;
    t3 += t2 >> 51;
    t2 &= MASK51;
    t4 += t3 >> 51;
    t3 &= MASK51;
    t0 += 19 * (t4 >> 51);
    t4 &= MASK51;
  }
  store<i64>(BITS, t0 | (t1 << 51));
  store<i64>(BITS, (t1 >> 13) | (t2 << 38), 8);
  store<i64>(BITS, (t2 >> 26) | (t3 << 25), 16);
  store<i64>(BITS, (t3 >> 39) | (t4 << 12), 24);
  const column = out + (lane << 3);
  let carry: i64 = 0;
  for (let i: i64 = 0; i < 12; i++) {
    const e = exponent(i),
      width = exponent(i + 1) - e;
    const chunk = (load<i64>(BITS + <usize>(e >> 3)) >> (e & 7)) & (((<i64>1) << width) - 1);
    const value = chunk + carry;
    carry = (value + ((<i64>1) << (width - 1))) >> width;
    store<f64>(column + ((<usize>i) << 4), <f64>(value - (carry << width)) * power(e));
  }
  store<f64>(column, load<f64>(column) + 19.0 * <f64>carry);
}

/** Test build: |limb| within `terms` tight ones. */
export function withinBounds(a: usize, terms: i32): bool {
  for (let i: i64 = 0; i < 12; i++) {
    const limit: f64 = 0.51 * power(exponent(i + 1)) * <f64>terms;
    const at = a + ((<usize>i) << 4);
    if (Math.abs(load<f64>(at)) > limit || Math.abs(load<f64>(at, 8)) > limit) return false;
  }
  return true;
}
