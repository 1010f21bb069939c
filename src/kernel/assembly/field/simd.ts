/**
 * Field on ten signed limbs of 26 and 25 bits, two lanes of i32: vector i holds limb 2i of both lanes, then limb
 * 2i + 1 of both. Bounds as in scalar.ts; the carries of gen/simd.gen.ts are the same carries on biased columns:
 * a column is within 2^61, its bias is 2^61, so it is never negative and stays below 2^63.
 */
export { mul, sq } from '../gen/simd.gen';

export function add(out: usize, a: usize, b: usize): void {
  v128.store(out, i32x4.add(v128.load(a), v128.load(b)));
  v128.store(out, i32x4.add(v128.load(a, 16), v128.load(b, 16)), 16);
  v128.store(out, i32x4.add(v128.load(a, 32), v128.load(b, 32)), 32);
  v128.store(out, i32x4.add(v128.load(a, 48), v128.load(b, 48)), 48);
  v128.store(out, i32x4.add(v128.load(a, 64), v128.load(b, 64)), 64);
}

export function sub(out: usize, a: usize, b: usize): void {
  v128.store(out, i32x4.sub(v128.load(a), v128.load(b)));
  v128.store(out, i32x4.sub(v128.load(a, 16), v128.load(b, 16)), 16);
  v128.store(out, i32x4.sub(v128.load(a, 32), v128.load(b, 32)), 32);
  v128.store(out, i32x4.sub(v128.load(a, 48), v128.load(b, 48)), 48);
  v128.store(out, i32x4.sub(v128.load(a, 64), v128.load(b, 64)), 64);
}

/** Loose to tight: even limbs give to odd ones in their own vector, then odd limbs to the next vector. */
export function carry(out: usize, a: usize): void {
  // One parallel round over all limbs suffices: the carries of a loose element are -2 to 2.
  let wrapped = i32x4.splat(0);
  for (let i: usize = 0; i < 80; i += 16) {
    const v = v128.load(a + i);
    const half = i32x4.add(v, i32x4(1 << 25, 1 << 25, 1 << 24, 1 << 24));
    const c = v128.shuffle<i32>(i32x4.shr_s(half, 26), i32x4.shr_s(half, 25), 0, 1, 6, 7);
    const given = v128.shuffle<i32>(i32x4.shl(c, 26), i32x4.shl(c, 25), 0, 1, 6, 7);
    // c even goes to our odd half; the last vector's c odd goes to our even half.
    const taken = v128.shuffle<i32>(wrapped, c, 2, 3, 4, 5);
    v128.store(out + i, i32x4.add(i32x4.sub(v, given), taken));
    wrapped = c;
  }
  const last = v128.shuffle<i32>(wrapped, i32x4.splat(0), 2, 3, 4, 5);
  v128.store(out, i32x4.add(v128.load(out), i32x4.mul(last, i32x4.splat(19))));
}

/** out = a in lanes where the mask is 0, b where it is all ones. */
export function select(out: usize, a: usize, b: usize, m0: i64, m1: i64): void {
  const lanes = i64x2.replace_lane(i64x2.splat(m0), 1, m1);
  const mask = v128.shuffle<i32>(lanes, lanes, 0, 2, 0, 2);
  for (let i: usize = 0; i < 80; i += 16)
    v128.store(out + i, v128.bitselect(v128.load(b + i), v128.load(a + i), mask));
}

/** Limb i (0 to 4) of a lane in radix 2^51, signed. */
export function getLimb(a: usize, lane: usize, i: usize): i64 {
  const at = a + (i << 4) + (lane << 2);
  return <i64>load<i32>(at) + ((<i64>load<i32>(at, 8)) << 26);
}

/** Sets limb i of a lane from a signed value within 2^50. */
export function setLimb(out: usize, lane: usize, i: usize, value: i64): void {
  const at = out + (i << 4) + (lane << 2);
  const high = (value + (1 << 25)) >> 26;
  store<i32>(at, <i32>(value - (high << 26)));
  store<i32>(at, <i32>high, 8);
}

/** Test build: |limb| within `terms` tight ones. */
export function withinBounds(a: usize, terms: i32): bool {
  for (let i: usize = 0; i < 20; i++) {
    const limit: f64 = 1.01 * <f64>(i & 2 ? 1 << 24 : 1 << 25) * <f64>terms;
    if (Math.abs(<f64>load<i32>(a + (i << 2))) > limit) return false;
  }
  return true;
}
