/**
 * Field on five signed limbs of 51 bits in doubles, two lanes, with fused multiply-add: vector i holds limb i of both
 * lanes. A product splits exactly into hi·2^51 + lo by two fused operations (Emmart, Zheng, Weems); unfused, the
 * results are wrong, so the loader proves fusion before it uses this build.
 *
 * Bounds. "Tight" is what mul, sq and carry return: |limb| <= 2^50 + 2^13. add and sub of two tight elements are
 * "loose": |limb| <= 2^51 + 2^14. What one chain of fused operations adds up must stay within 2^102: mul takes loose
 * by tight one at a time (2^101.01); mulTight and sq chain two products of tight limbs, one of them doubled at most
 * (3·2^100.01). Two low parts add up to 2^51 at most, what their magic constant 1.5·2^52 can take.
 * A folded column of loose by tight has 1 low part of its own plus 19 times 4 low and 5 high parts, each within
 * 2^50.01: below 173·2^50. The cores below add four such at most (692·2^50 < 2^60), within the carry's bias of 2^61;
 * a carry is then 2^10 give or take 347, and passes at most 19·347 < 2^13 on, hence "tight".
 */
import * as gen from '../gen/fma.gen';

export { add, addSub, mul, mulTight, sq, sub } from '../gen/fma.gen';

/** x rounded to a multiple of 2^51: adding and subtracting 1.5·2^103 leaves no finer bits. */
function round51(x: v128): v128 {
  const top = f64x2.splat(1.5 * 2.0 ** 103);
  return f64x2.sub(f64x2.add(x, top), top);
}

function carryFrom(out: usize, a0: v128, a1: v128, a2: v128, a3: v128, a4: v128): void {
  const down = f64x2.splat(2.0 ** -51);
  const c0 = round51(a0),
    c1 = round51(a1),
    c2 = round51(a2),
    c3 = round51(a3),
    c4 = round51(a4);
  v128.store(out, f64x2.add(f64x2.sub(a0, c0), f64x2.mul(c4, f64x2.splat(19.0 * 2.0 ** -51))));
  v128.store(out, f64x2.add(f64x2.sub(a1, c1), f64x2.mul(c0, down)), 16);
  v128.store(out, f64x2.add(f64x2.sub(a2, c2), f64x2.mul(c1, down)), 32);
  v128.store(out, f64x2.add(f64x2.sub(a3, c3), f64x2.mul(c2, down)), 48);
  v128.store(out, f64x2.add(f64x2.sub(a4, c4), f64x2.mul(c3, down)), 64);
}

/** Loose to tight. */
export function carry(out: usize, a: usize): void {
  carryFrom(out, v128.load(a), v128.load(a, 16), v128.load(a, 32), v128.load(a, 48), v128.load(a, 64));
}

/** a + b, tight. */
function addCarry(out: usize, a: usize, b: usize): void {
  carryFrom(
    out,
    f64x2.add(v128.load(a), v128.load(b)),
    f64x2.add(v128.load(a, 16), v128.load(b, 16)),
    f64x2.add(v128.load(a, 32), v128.load(b, 32)),
    f64x2.add(v128.load(a, 48), v128.load(b, 48)),
    f64x2.add(v128.load(a, 64), v128.load(b, 64)),
  );
}

/** out = a in lanes where the mask is 0, b where it is all ones. */
export function select(out: usize, a: usize, b: usize, m0: i64, m1: i64): void {
  const mask = i64x2.replace_lane(i64x2.splat(m0), 1, m1);
  for (let i: usize = 0; i < 80; i += 16)
    v128.store(out + i, v128.bitselect(v128.load(b + i), v128.load(a + i), mask));
}

/** Limb i (0 to 4) of a lane in radix 2^51, signed, into `limbs`. */
export function getLane(limbs: usize, a: usize, lane: usize): void {
  for (let i: usize = 0; i < 5; i++) store<i64>(limbs + (i << 3), <i64>load<f64>(a + (i << 4) + (lane << 3)));
}

/** Sets a lane from five signed limbs within 2^50. */
export function setLane(out: usize, lane: usize, limbs: usize): void {
  for (let i: usize = 0; i < 5; i++)
    store<f64>(out + (i << 4) + (lane << 3), <f64>load<i64>(limbs + (i << 3)));
}

/** Test build: |limb| within `terms` tight ones. */
export function withinBounds(a: usize, terms: i32): bool {
  const limit: f64 = (2.0 ** 50 + 2.0 ** 13) * <f64>terms;
  for (let i: usize = 0; i < 80; i += 8) if (Math.abs(load<f64>(a + i)) > limit) return false;
  return true;
}

const RA: usize = memory.data(80, 16);
const RB: usize = memory.data(80, 16);
const RC: usize = memory.data(80, 16);
const RD: usize = memory.data(80, 16);
const SUM: usize = memory.data(80, 16);
const DIFFERENCE: usize = memory.data(80, 16);

/** E, F, G, H of the doubling formulas, tight: the sums are taken on whole 64-bit columns before any carry. */
export function doubleCore(e: usize, f: usize, g: usize, h: usize, x: usize, y: usize, z: usize): void {
  addCarry(SUM, x, y);
  gen.sqRaw(RA, x);
  gen.sqRaw(RB, y);
  gen.sqRaw(RC, z);
  gen.sqRaw(RD, SUM);
  gen.combineDouble(g, h, e, f, RA, RB, RC, RD);
}

/** E, F, G, H of adding a cached point (plus = Y+X, minus = Y-X, both tight; z2, t2d), tight. */
export function addCore(
  e: usize,
  f: usize,
  g: usize,
  h: usize,
  p: usize,
  plus: usize,
  minus: usize,
  z2: usize,
  t2d: usize,
): void {
  gen.addSub(SUM, DIFFERENCE, p + 80, p);
  gen.mulRaw(RA, DIFFERENCE, minus);
  gen.mulRaw(RB, SUM, plus);
  gen.mulRaw(RC, p + 240, t2d);
  gen.mulRaw(RD, z2, p + 160);
  gen.combineAdd(e, f, g, h, RA, RB, RC, RD);
}

/** Computes the factors e to h of an addition with an affine cached point. */
export function maddCore(
  e: usize,
  f: usize,
  g: usize,
  h: usize,
  p: usize,
  plus: usize,
  minus: usize,
  t2d: usize,
): void {
  gen.addSub(SUM, DIFFERENCE, p + 80, p);
  gen.mulRaw(RA, DIFFERENCE, minus);
  gen.mulRaw(RB, SUM, plus);
  gen.mulRaw(RC, p + 240, t2d);
  gen.combineMadd(e, f, g, h, RA, RB, RC, p + 160);
}
