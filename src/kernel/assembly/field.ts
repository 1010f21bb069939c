/**
 * The field of this build, and what is written once for all three: bytes, inversion, roots.
 *
 * Contract (proved per build in field/*.ts): mul and sq take tight elements and return tight ones. add and sub take
 * tight and return loose. carry makes loose tight. Pointers go out, a, b and may be equal. Outside of the fma build mul
 * takes loose by tight, too.
 */
import * as scalar from './field/scalar';
import * as simd from './field/simd';
import * as fma from './field/fma';
import { AT_ONCE, FE, LANES } from './lanes';

export function check(a: usize, terms: i32): void {
  if (!ASC_NO_ASSERT) {
    if (ASC_FEATURE_RELAXED_SIMD) assert(fma.withinBounds(a, terms));
    else if (ASC_FEATURE_SIMD) assert(simd.withinBounds(a, terms));
    else assert(scalar.withinBounds(a, terms));
  }
}

export function mul(out: usize, a: usize, b: usize): void {
  check(a, 2);
  check(b, 1);
  mulCore(out, a, b);
  check(out, 1);
}

/** Multiplies what the Edwards cores give: tight in the fma build, four terms by three in the others. */
export function mulCore(out: usize, a: usize, b: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) {
    check(a, 1);
    check(b, 1);
    fma.mulTight(out, a, b);
  } else {
    check(a, 4);
    check(b, 3);
    if (ASC_FEATURE_SIMD) simd.mul(out, a, b);
    else scalar.mul(out, a, b);
  }
}

export function sq(out: usize, a: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) {
    check(a, 1);
    fma.sq(out, a);
  } else {
    check(a, 3);
    if (ASC_FEATURE_SIMD) simd.sq(out, a);
    else scalar.sq(out, a);
  }
  check(out, 1);
}

export function add(out: usize, a: usize, b: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.add(out, a, b);
  else if (ASC_FEATURE_SIMD) simd.add(out, a, b);
  else scalar.add(out, a, b);
}

export function sub(out: usize, a: usize, b: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.sub(out, a, b);
  else if (ASC_FEATURE_SIMD) simd.sub(out, a, b);
  else scalar.sub(out, a, b);
}

/** sum = a + b, difference = a - b; neither may be a or b. */
export function addSub(sum: usize, difference: usize, a: usize, b: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.addSub(sum, difference, a, b);
  else if (ASC_FEATURE_SIMD) simd.addSub(sum, difference, a, b);
  else scalar.addSub(sum, difference, a, b);
}

/** The sums of a doubling from tight a, b, c, s (not in the fma build, which sums before it carries). */
export function doubleSums(
  e: usize,
  f: usize,
  g: usize,
  h: usize,
  a: usize,
  b: usize,
  c: usize,
  s: usize,
): void {
  if (ASC_FEATURE_SIMD) simd.doubleSums(e, f, g, h, a, b, c, s);
  else scalar.doubleSums(e, f, g, h, a, b, c, s);
}

export function carry(out: usize, a: usize): void {
  check(a, 3);
  if (ASC_FEATURE_RELAXED_SIMD) fma.carry(out, a);
  else if (ASC_FEATURE_SIMD) simd.carry(out, a);
  else scalar.carry(out, a);
  check(out, 1);
}

/** out = a in lanes whose mask is 0, b in lanes whose mask is all ones; no branch, no address from the masks. */
export function select(out: usize, a: usize, b: usize, m0: i64, m1: i64): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.select(out, a, b, m0, m1);
  else if (ASC_FEATURE_SIMD) simd.select(out, a, b, m0, m1);
  else scalar.select(out, a, b, m0, m1);
}

/** Five signed limbs of a lane in radix 2^51, whatever the build's own limbs are. */
function getLane(limbs: usize, a: usize, lane: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.getLane(limbs, a, lane);
  else if (ASC_FEATURE_SIMD) simd.getLane(limbs, a, lane);
  else scalar.getLane(limbs, a, lane);
}

/** The other way; each limb within 2^50. */
function setLane(out: usize, lane: usize, limbs: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.setLane(out, lane, limbs);
  else if (ASC_FEATURE_SIMD) simd.setLane(out, lane, limbs);
  else scalar.setLane(out, lane, limbs);
}

const LIMBS: usize = memory.data(40, 8);
const MASK51: i64 = 0x7ffffffffffff;

export function copy(out: usize, a: usize): void {
  memory.copy(out, a, FE);
}

/** A small constant in every lane. */
export function setSmall(out: usize, value: i64): void {
  memory.fill(LIMBS, 0, 40);
  store<i64>(LIMBS, value);
  for (let lane: usize = 0; lane < <usize>LANES; lane++) setLane(out, lane, LIMBS);
}

/** Reads 32 bytes into one lane, tight. Bit 255 is left out unless `whole`, then all 256 bits count (mod p). */
export function fromBytes(out: usize, lane: usize, bytes: usize, whole: bool): void {
  const b0 = load<u64>(bytes),
    b1 = load<u64>(bytes, 8),
    b2 = load<u64>(bytes, 16),
    b3 = load<u64>(bytes, 24);
  let t0 = <i64>(b0 & MASK51);
  let t1 = <i64>(((b0 >> 51) | (b1 << 13)) & MASK51);
  let t2 = <i64>(((b1 >> 38) | (b2 << 26)) & MASK51);
  let t3 = <i64>(((b2 >> 25) | (b3 << 39)) & MASK51);
  let t4 = <i64>((b3 >> 12) & MASK51);
  if (whole) t0 += 19 * <i64>(b3 >> 63);
  const half: i64 = 0x4000000000000;
  let c: i64;
  c = (t0 + half) >> 51;
  t1 += c;
  t0 -= c << 51;
  c = (t1 + half) >> 51;
  t2 += c;
  t1 -= c << 51;
  c = (t2 + half) >> 51;
  t3 += c;
  t2 -= c << 51;
  c = (t3 + half) >> 51;
  t4 += c;
  t3 -= c << 51;
  c = (t4 + half) >> 51;
  t0 += 19 * c;
  t4 -= c << 51;
  store<i64>(LIMBS, t0);
  store<i64>(LIMBS, t1, 8);
  store<i64>(LIMBS, t2, 16);
  store<i64>(LIMBS, t3, 24);
  store<i64>(LIMBS, t4, 32);
  setLane(out, lane, LIMBS);
}

/** 32 bytes into every lane. */
export function splatBytes(out: usize, bytes: usize): void {
  for (let lane: usize = 0; lane < <usize>LANES; lane++) fromBytes(out, lane, bytes, false);
}

/** Writes the one canonical value of a lane below p; any limbs within 2^55. */
export function toBytes(bytes: usize, a: usize, lane: usize): void {
  getLane(LIMBS, a, lane);
  let t0 = load<i64>(LIMBS),
    t1 = load<i64>(LIMBS, 8),
    t2 = load<i64>(LIMBS, 16),
    t3 = load<i64>(LIMBS, 24),
    t4 = load<i64>(LIMBS, 32);
  // Three floor carries: the first leaves a value within 19·16 of [0, 2^255), the others mend a borrow.
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
  // One subtraction of p if the value reaches it: then adding 19 overflows 2^255.
  let q = (t0 + 19) >> 51;
  q = (t1 + q) >> 51;
  q = (t2 + q) >> 51;
  q = (t3 + q) >> 51;
  q = (t4 + q) >> 51;
  t0 += 19 * q;
  t1 += t0 >> 51;
  t0 &= MASK51;
  t2 += t1 >> 51;
  t1 &= MASK51;
  t3 += t2 >> 51;
  t2 &= MASK51;
  t4 += t3 >> 51;
  t3 &= MASK51;
  t4 &= MASK51;
  store<i64>(bytes, t0 | (t1 << 51));
  store<i64>(bytes, (t1 >> 13) | (t2 << 38), 8);
  store<i64>(bytes, (t2 >> 26) | (t3 << 25), 16);
  store<i64>(bytes, (t3 >> 39) | (t4 << 12), 24);
}

const BYTES: usize = memory.data(32, 8);

/** All ones if the lane is zero mod p, else 0. */
export function zeroMask(a: usize, lane: usize): i64 {
  toBytes(BYTES, a, lane);
  const bits = load<i64>(BYTES) | load<i64>(BYTES, 8) | load<i64>(BYTES, 16) | load<i64>(BYTES, 24);
  return ((bits | -bits) >> 63) ^ -1;
}

/** All ones if the lane's canonical value is odd ("negative"), else 0. */
export function oddMask(a: usize, lane: usize): i64 {
  toBytes(BYTES, a, lane);
  return -(load<i64>(BYTES) & 1);
}

const ZERO: usize = memory.data(FE, 16);

/** -a, tight for tight. */
export function neg(out: usize, a: usize): void {
  sub(out, ZERO, a); // zero limbs are zero bits in every layout
}

/** Squares and products of `n` elements in a row. */
function sqEach(out: usize, a: usize, n: usize): void {
  for (let i: usize = 0; i < n * FE; i += FE) sq(out + i, a + i);
}
function mulEach(out: usize, a: usize, b: usize, n: usize): void {
  for (let i: usize = 0; i < n * FE; i += FE) mul(out + i, a + i, b + i);
}

/** a^(2^times), for `n` elements. */
function sqTimes(out: usize, a: usize, times: i32, n: usize): void {
  sqEach(out, a, n);
  for (let i = 1; i < times; i++) sqEach(out, out, n);
}

const P0: usize = memory.data(AT_ONCE * FE, 16);
const P1: usize = memory.data(AT_ONCE * FE, 16);
const P2: usize = memory.data(AT_ONCE * FE, 16);
const P3: usize = memory.data(AT_ONCE * FE, 16);

/** Common part of the two powers: P0 = a^11, out = a^(2^250 - 1). */
function pow250(out: usize, a: usize, n: usize): void {
  sqEach(P0, a, n); // 2
  sqTimes(P1, P0, 2, n); // 8
  mulEach(P1, P1, a, n); // 9
  mulEach(P0, P0, P1, n); // 11
  sqEach(P2, P0, n); // 22
  mulEach(P1, P1, P2, n); // 31 = 2^5 - 1
  sqTimes(P2, P1, 5, n);
  mulEach(P1, P2, P1, n); // 2^10 - 1
  sqTimes(P2, P1, 10, n);
  mulEach(P2, P2, P1, n); // 2^20 - 1
  sqTimes(P3, P2, 20, n);
  mulEach(P2, P3, P2, n); // 2^40 - 1
  sqTimes(P2, P2, 10, n);
  mulEach(P1, P2, P1, n); // 2^50 - 1
  sqTimes(P2, P1, 50, n);
  mulEach(P2, P2, P1, n); // 2^100 - 1
  sqTimes(P3, P2, 100, n);
  mulEach(P2, P3, P2, n); // 2^200 - 1
  sqTimes(P2, P2, 50, n);
  mulEach(out, P2, P1, n); // 2^250 - 1
}

const POW: usize = memory.data(AT_ONCE * FE, 16);

/** a^(p-2): 1/a, and 0 for 0. Tight in. */
export function invert(out: usize, a: usize): void {
  pow250(POW, a, 1);
  sqTimes(POW, POW, 5, 1);
  mulEach(out, POW, P0, 1); // 2^255 - 21
}

/** a^((p-5)/8), for `n` elements in a row (AT_ONCE at most). Tight in. */
export function pow22523(out: usize, a: usize, n: usize): void {
  pow250(POW, a, n);
  sqTimes(POW, POW, 2, n);
  mulEach(out, POW, a, n); // 2^252 - 3
}

/** `size` bytes of elements whose lane 0 is that of a and lane 1 that of b (a alone in the scalar build). */
export function joinLanes(out: usize, a: usize, b: usize, size: usize): void {
  if (ASC_FEATURE_SIMD)
    for (let at: usize = 0; at < size; at += 16)
      v128.store(out + at, v128.load64_lane(b + at + 8, v128.load64_zero(a + at), 1));
  else memory.copy(out, a, size);
}

/** The other way: lane 0 of p goes into a, lane 1 into b. */
export function splitLanes(a: usize, b: usize, p: usize, size: usize): void {
  if (ASC_FEATURE_SIMD)
    for (let at: usize = 0; at < size; at += 16) {
      const limbs = v128.load(p + at);
      v128.store64_lane(a + at, limbs, 0);
      v128.store64_lane(b + at + 8, limbs, 1);
    }
  else memory.copy(a, p, size);
}

/** Negates the first and second lane of an element as asked. Neither choice may be secret. */
export function negateLanes(a: usize, first: bool, second: bool): void {
  if (ASC_FEATURE_SIMD) {
    // Limbs are doubles in memory, whatever the build computes with: a sign is one bit.
    const sign: i64 = 1 << 63;
    const flip = i64x2.replace_lane(i64x2.splat(first ? sign : 0), 1, second ? sign : 0);
    for (let at: usize = 0; at < FE; at += 16) v128.store(a + at, v128.xor(v128.load(a + at), flip));
  } else if (first) for (let at: usize = 0; at < FE; at += 4) store<i32>(a + at, -load<i32>(a + at));
}

/** Copies lane `from` of a into lane `to` of out (SIMD builds). */
export function moveLane(out: usize, to: usize, a: usize, from: usize): void {
  for (let at: usize = 0; at < FE; at += 16)
    store<f64>(out + at + (to << 3), load<f64>(a + at + (from << 3)));
}
