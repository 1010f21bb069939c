/**
 * Field on ten signed limbs of 26 and 25 bits in i32, one lane (the layout of ref10).
 *
 * Bounds. "Tight" is what mul, sq and carry return: |limb| <= 1.01·2^25 (even), 1.01·2^24 (odd). add and sub of two
 * tight elements are "loose"; mul takes sums of up to four tight terms by three, sq of three. Limbs are widened to 64
 * bits before any factor, and every column stays below 10·38·(4.04·2^24)·(3.03·2^25) < 2^62.
 */
export { add, addSub, doubleSums, mul, sq, sub } from '../gen/scalar.gen';

/** Loose to tight. */
export function carry(out: usize, a: usize): void {
  let c: i32 = 0;
  for (let i: usize = 0; i < 10; i++) {
    const bits: i32 = i & 1 ? 25 : 26;
    const limb = load<i32>(a + (i << 2)) + c;
    c = (limb + (1 << (bits - 1))) >> bits;
    store<i32>(out + (i << 2), limb - (c << bits));
  }
  store<i32>(out, load<i32>(out) + 19 * c);
}

/** out = a where `mask` is 0, b where it is all ones. */
export function select(out: usize, a: usize, b: usize, m0: i64, _m1: i64): void {
  for (let i: usize = 0; i < 40; i += 8)
    store<i64>(out + i, load<i64>(a + i) ^ (m0 & (load<i64>(a + i) ^ load<i64>(b + i))));
}

/** Limb i (0 to 4) in radix 2^51, signed, into `limbs`. */
export function getLane(limbs: usize, a: usize, _lane: usize): void {
  for (let i: usize = 0; i < 40; i += 8)
    store<i64>(limbs + i, <i64>load<i32>(a + i) + ((<i64>load<i32>(a + i, 4)) << 26));
}

/** Sets the lane from five signed limbs within 2^50. */
export function setLane(out: usize, _lane: usize, limbs: usize): void {
  for (let i: usize = 0; i < 40; i += 8) {
    const value = load<i64>(limbs + i);
    const high = (value + (1 << 25)) >> 26;
    store<i32>(out + i, <i32>(value - (high << 26)));
    store<i32>(out + i, <i32>high, 4);
  }
}

/** Test build: |limb| within `terms` tight ones. */
export function withinBounds(a: usize, terms: i32): bool {
  for (let i: usize = 0; i < 10; i++) {
    const limit: f64 = 1.01 * <f64>(i & 1 ? 1 << 24 : 1 << 25) * <f64>terms;
    if (Math.abs(<f64>load<i32>(a + (i << 2))) > limit) return false;
  }
  return true;
}
