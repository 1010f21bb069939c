/**
 * Field on ten signed limbs of 26 and 25 bits in i32, one lane (the layout of ref10).
 *
 * Bounds. "Tight" is what mul, sq and carry return: |limb| <= 1.01·2^25 (even), 1.01·2^24 (odd). add and sub of two
 * tight elements are "loose", of three still good: mul and sq take |limb| <= 1.65·2^26 (even), 1.65·2^25 (odd). Then
 * 19·limb < 2^31 and every column stays below 2^63: 10·38·(1.65·2^25)·(1.65·2^26) < 2^61.
 */
export { mul, sq } from '../gen/scalar.gen';

export function add(out: usize, a: usize, b: usize): void {
  for (let i: usize = 0; i < 40; i += 4) store<i32>(out + i, load<i32>(a + i) + load<i32>(b + i));
}

export function sub(out: usize, a: usize, b: usize): void {
  for (let i: usize = 0; i < 40; i += 4) store<i32>(out + i, load<i32>(a + i) - load<i32>(b + i));
}

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

/** Limb i (0 to 4) of a lane in radix 2^51, signed. */
export function getLimb(a: usize, _lane: usize, i: usize): i64 {
  return <i64>load<i32>(a + (i << 3)) + ((<i64>load<i32>(a + (i << 3), 4)) << 26);
}

/** Sets limb i of a lane from a signed value within 2^50. */
export function setLimb(out: usize, _lane: usize, i: usize, value: i64): void {
  const high = (value + (1 << 25)) >> 26;
  store<i32>(out + (i << 3), <i32>(value - (high << 26)));
  store<i32>(out + (i << 3), <i32>high, 4);
}

/** Test build: |limb| within `terms` tight ones. */
export function withinBounds(a: usize, terms: i32): bool {
  for (let i: usize = 0; i < 10; i++) {
    const limit: f64 = 1.01 * <f64>(i & 1 ? 1 << 24 : 1 << 25) * <f64>terms;
    if (Math.abs(<f64>load<i32>(a + (i << 2))) > limit) return false;
  }
  return true;
}
