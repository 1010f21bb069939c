/**
 * The Edwards group -x² + y² = 1 + d·x²·y² in extended coordinates (X : Y : Z : T), XY = ZT. The formulas are complete
 * on the whole curve (Hisil, Wong, Carter, Dawson 2008): no case is special, torsion included.
 * Coordinates of a point are tight; cached points have tight Y+X, Y-X, 2dT and loose 2Z.
 */
import * as fma from './field/fma';
import {
  add,
  addSub,
  carry,
  check,
  copy,
  doubleSums,
  fromBytes,
  joinLanes,
  moveLane,
  mul,
  mulCore,
  neg,
  negateLanes,
  oddMask,
} from './field';
import { pow22523, select, setSmall, splatBytes, sq, sub, toBytes, zeroMask, invert } from './field';
import { D2_BYTES, D_BYTES, I_BYTES } from './gen/constants.gen';
import { AT_ONCE, FE, GE, LANES } from './lanes';

export const ONE: usize = memory.data(FE, 16);
export const ZERO: usize = memory.data(FE, 16);
export const D: usize = memory.data(FE, 16);
const D2: usize = memory.data(FE, 16);
const I: usize = memory.data(FE, 16);
/** The neutral element, extended, and cached. */
export const NEUTRAL: usize = memory.data(GE, 16);
export const NEUTRAL_CACHED: usize = memory.data(GE, 16);

export function initGroup(): void {
  setSmall(ONE, 1);
  splatBytes(D, D_BYTES);
  splatBytes(D2, D2_BYTES);
  splatBytes(I, I_BYTES);
  copy(NEUTRAL + FE, ONE);
  copy(NEUTRAL + 2 * FE, ONE);
  toCached(NEUTRAL_CACHED, NEUTRAL);
}

/** E, F, G, H of each point that is computed at once. */
const SUMS: usize = memory.data(AT_ONCE * GE, 16);
const E: usize = SUMS;
const F: usize = SUMS + FE;
const G: usize = SUMS + 2 * FE;
const H: usize = SUMS + 3 * FE;

/** 2p. T is left out (stale) unless asked for: only an addition reads it. */
export function double(out: usize, p: usize, withT: bool): void {
  doubleCore(SUMS, p);
  finish(out, SUMS, withT);
}

/** 2p of `n` points in a row (AT_ONCE at most), in their places. */
export function doubleEach(p: usize, n: usize, withT: bool): void {
  for (let i: usize = 0; i < n * GE; i += GE) doubleCore(SUMS + i, p + i);
  for (let i: usize = 0; i < n * GE; i += GE) finish(p + i, SUMS + i, withT);
}

/** p + q or p - q of `n` points in a row (AT_ONCE at most), in their places, without T. The cached q are `stride` apart. */
export function addEach(p: usize, n: usize, q: usize, stride: usize, minus: bool): void {
  // Subtraction exchanges Y+X with Y-X, and F with G, as in `subCached`.
  const swap: usize = minus ? FE : 0;
  for (let i: usize = 0; i < n; i++) {
    const sums = SUMS + i * GE,
      f = sums + FE + swap,
      g = sums + 2 * FE - swap;
    const c = q + i * stride;
    addCore(sums, f, g, sums + 3 * FE, p + i * GE, c + swap, c + FE - swap, c + 2 * FE, c + 3 * FE);
  }
  for (let i: usize = 0; i < n * GE; i += GE) finish(p + i, SUMS + i, false);
}

function doubleCore(sums: usize, p: usize): void {
  const e = sums,
    f = sums + FE,
    g = sums + 2 * FE,
    h = sums + 3 * FE;
  if (ASC_FEATURE_RELAXED_SIMD) {
    check(p, 1);
    check(p + FE, 1);
    check(p + 2 * FE, 1);
    fma.doubleCore(e, f, g, h, p, p + FE, p + 2 * FE);
  } else {
    sq(S0, p); // A
    sq(S1, p + FE); // B
    sq(f, p + 2 * FE);
    add(e, p, p + FE);
    sq(e, e);
    doubleSums(e, f, g, h, S0, S1, f, e); // 2XY, 2Z² - (B - A): four terms, so F goes first below; B - A, A + B
  }
}

function finish(out: usize, sums: usize, withT: bool): void {
  mulCore(out, sums + FE, sums);
  mulCore(out + FE, sums + 2 * FE, sums + 3 * FE);
  mulCore(out + 2 * FE, sums + FE, sums + 2 * FE);
  if (withT) mulCore(out + 3 * FE, sums, sums + 3 * FE);
}

function addCore(
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
  if (ASC_FEATURE_RELAXED_SIMD) {
    check(p, 1);
    check(p + FE, 1);
    check(p + 2 * FE, 1);
    check(p + 3 * FE, 1);
    check(plus, 1);
    check(minus, 1);
    check(z2, 2);
    check(t2d, 1);
    fma.addCore(e, f, g, h, p, plus, minus, z2, t2d);
  } else {
    addSub(S1, S0, p + FE, p);
    mul(S0, S0, minus); // A
    mul(S1, S1, plus); // B
    addSub(h, e, S1, S0);
    mul(S0, p + 3 * FE, t2d); // C
    mul(S1, z2, p + 2 * FE); // D
    addSub(g, f, S1, S0);
  }
}
const S0: usize = memory.data(FE, 16);
const S1: usize = memory.data(FE, 16);

/** p + q, q cached. */
export function addCached(out: usize, p: usize, q: usize, withT: bool): void {
  addCore(E, F, G, H, p, q, q + FE, q + 2 * FE, q + 3 * FE);
  finish(out, SUMS, withT);
}

/** p - q, q cached: Y+X and Y-X change places, and so do F and G. */
export function subCached(out: usize, p: usize, q: usize, withT: bool): void {
  addCore(E, G, F, H, p, q + FE, q, q + 2 * FE, q + 3 * FE);
  finish(out, SUMS, withT);
}

/** p + q, q affine cached (Y+X, Y-X, 2dXY). */
export function addNiels(out: usize, p: usize, q: usize, withT: bool): void {
  if (ASC_FEATURE_RELAXED_SIMD) {
    check(p, 1);
    check(p + FE, 1);
    check(p + 2 * FE, 1);
    check(p + 3 * FE, 1);
    check(q, 1);
    check(q + FE, 1);
    check(q + 2 * FE, 1);
    fma.maddCore(E, F, G, H, p, q, q + FE, q + 2 * FE);
  } else {
    addSub(S1, S0, p + FE, p);
    mul(S0, S0, q + FE);
    mul(S1, S1, q);
    addSub(H, E, S1, S0);
    mul(S0, p + 3 * FE, q + 2 * FE);
    add(S1, p + 2 * FE, p + 2 * FE);
    addSub(G, F, S1, S0);
  }
  finish(out, SUMS, withT);
}

export function toCached(out: usize, p: usize): void {
  add(S0, p + FE, p);
  carry(out, S0);
  sub(S0, p + FE, p);
  carry(out + FE, S0);
  add(out + 2 * FE, p + 2 * FE, p + 2 * FE);
  mul(out + 3 * FE, p + 3 * FE, D2);
}

/** Affine cached form of a point with Z = 1 (as `decode` gives it). */
export function toNiels(out: usize, p: usize): void {
  add(S0, p + FE, p);
  carry(out, S0);
  sub(S0, p + FE, p);
  carry(out + FE, S0);
  mul(out + 2 * FE, p + 3 * FE, D2);
}

/** Affine cached form of a point of which 1/Z is known. */
export function toNielsWith(out: usize, p: usize, inverse: usize): void {
  mul(S1, p, inverse);
  mul(E, p + FE, inverse);
  add(S0, E, S1);
  carry(out, S0);
  sub(S0, E, S1);
  carry(out + FE, S0);
  mul(S1, S1, E);
  mul(out + 2 * FE, S1, D2);
}

/**
 * `count` elements of cached points: lane 0 that of a or -a, lane 1 that of b or -b. A negative has Y+X and Y-X in each
 * other's place and the other sign on the last element, 2dT. The choices must not be secret.
 */
export function joinCached(out: usize, a: usize, minusA: bool, b: usize, minusB: bool, count: usize): void {
  const offA: usize = minusA ? FE : 0,
    offB: usize = minusB ? FE : 0;
  joinLanes(out, a + offA, b + offB, FE);
  joinLanes(out + FE, a + FE - offA, b + FE - offB, FE);
  joinLanes(out + 2 * FE, a + 2 * FE, b + 2 * FE, (count - 2) * FE);
  negateLanes(out + (count - 1) * FE, minusA, minusB);
}

const SWAPPED: usize = memory.data(GE, 16);
const SWAPPED_CACHED: usize = memory.data(GE, 16);

/** The sum over the lanes of p, in all lanes of out. */
export function sumLanes(out: usize, p: usize): void {
  if (LANES === 1) {
    memory.copy(out, p, GE);
    return;
  }
  for (let i: usize = 0; i < 4; i++) {
    moveLane(SWAPPED + i * FE, 0, p + i * FE, 1);
    moveLane(SWAPPED + i * FE, 1, p + i * FE, 0);
  }
  toCached(SWAPPED_CACHED, SWAPPED);
  addCached(out, p, SWAPPED_CACHED, true);
}

const U: usize = memory.data(AT_ONCE * FE, 16);
const V: usize = memory.data(AT_ONCE * FE, 16);
const V3: usize = memory.data(AT_ONCE * FE, 16);
const ROOTS: usize = memory.data(AT_ONCE * FE, 16);
const W: usize = memory.data(FE, 16);
const CANONICAL: usize = memory.data(32, 8);

/**
 * Decodes 32 bytes per lane (the second pointer is not read in the scalar build) to extended points with Z = 1.
 * Answers a bit per lane that decoded; a lane that did not holds the neutral element. As `ge_frombytes_vartime`:
 * y below p, no sign on x = 0. Public data: masks are for lockstep, not for secrecy.
 */
export function decode(out: usize, first: usize, second: usize): i32 {
  beginDecode(out, first, second, 0);
  pow22523(ROOTS, ROOTS, 1);
  return endDecode(out, first, second, 0);
}

/**
 * Decodes `n` blocks of encodings in a row (AT_ONCE at most) to points in a row; `last` is the last encoding, which
 * fills the last block. Answers nothing.
 */
export function decodeEach(out: usize, list: usize, last: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) {
    const first = list + ((i * LANES) << 5);
    beginDecode(out + i * GE, first, min(first + 32, last), i * FE);
  }
  pow22523(ROOTS, ROOTS, n);
  for (let i: usize = 0; i < n; i++) {
    const first = list + ((i * LANES) << 5);
    endDecode(out + i * GE, first, min(first + 32, last), i * FE);
  }
}

/** y of `out`, and at offset `at` of ROOTS what has to be raised to (p - 5)/8: u·v⁷. */
function beginDecode(out: usize, first: usize, second: usize, at: usize): void {
  const y = out + FE,
    u = U + at,
    v = V + at,
    v3 = V3 + at,
    root = ROOTS + at;
  fromBytes(y, 0, first, false);
  if (LANES === 2) fromBytes(y, 1, second, false);
  sq(W, y);
  sub(u, W, ONE);
  carry(u, u); // u = y² - 1
  mul(v, W, D);
  add(v, v, ONE);
  carry(v, v); // v = d·y² + 1
  sq(v3, v);
  mul(v3, v3, v);
  sq(root, v3);
  mul(root, root, v);
  mul(root, root, u);
}

function endDecode(out: usize, first: usize, second: usize, at: usize): i32 {
  const u = U + at;
  mul(out, ROOTS + at, V3 + at);
  mul(out, out, u); // u·v³·(u·v⁷)^((p-5)/8): a root of u/v, of -u/v, or there is none
  sq(W, out);
  mul(W, W, V + at);
  let fine = decodeLane(out, u, 0, first);
  if (LANES === 2) fine |= decodeLane(out, u, 1, second) << 1;
  copy(out + 2 * FE, ONE);
  mul(out + 3 * FE, out, out + FE);
  return fine;
}

const ROOT: usize = memory.data(FE, 16);

function decodeLane(out: usize, u: usize, lane: usize, bytes: usize): i32 {
  const only0: i64 = lane === 0 ? -1 : 0;
  const only1: i64 = ~only0;
  sub(ROOT, W, u);
  const direct = zeroMask(ROOT, lane);
  add(ROOT, W, u);
  const turned = zeroMask(ROOT, lane);
  mul(ROOT, out, I);
  select(out, out, ROOT, turned & only0, turned & only1);
  const sign: i64 = -((<i64>load<u8>(bytes, 31)) >> 7);
  const zero = zeroMask(out, lane);
  const flip = oddMask(out, lane) ^ sign;
  neg(ROOT, out);
  select(out, out, ROOT, flip & only0, flip & only1);
  toBytes(CANONICAL, out + FE, lane);
  const same =
    load<u64>(CANONICAL) === load<u64>(bytes) &&
    load<u64>(CANONICAL, 8) === load<u64>(bytes, 8) &&
    load<u64>(CANONICAL, 16) === load<u64>(bytes, 16) &&
    load<u64>(CANONICAL, 24) === (load<u64>(bytes, 24) & 0x7fffffffffffffff);
  const bad = ~(direct | turned) | (zero & sign) | (same ? 0 : -1);
  select(out, out, ZERO, bad & only0, bad & only1);
  select(out + FE, out + FE, ONE, bad & only0, bad & only1);
  return <i32>(~bad & 1);
}

const X: usize = memory.data(FE, 16);
const Y: usize = memory.data(FE, 16);

/** Compressed form of one lane, given 1/Z for all lanes. */
function encodeLane(bytes: usize, lane: usize): void {
  toBytes(bytes, Y, lane);
  store<u8>(bytes, load<u8>(bytes, 31) | ((<u8>oddMask(X, lane)) & 0x80), 31);
}

/** Compresses the points of a block: first lanes, then second lanes if `second` is not 0. */
export function encodeWith(p: usize, inverse: usize, first: usize, second: usize): void {
  mul(X, p, inverse);
  mul(Y, p + FE, inverse);
  encodeLane(first, 0);
  if (LANES === 2 && second !== 0) encodeLane(second, 1);
}

const INVERSE: usize = memory.data(FE, 16);

/** Compresses one point (lane 0). */
export function encode(bytes: usize, p: usize): void {
  invert(INVERSE, p + 2 * FE);
  encodeWith(p, INVERSE, bytes, 0);
}

/** True if lane `lane` is the neutral element. */
export function isNeutral(p: usize, lane: usize): bool {
  sub(S0, p + FE, p + 2 * FE);
  return (zeroMask(p, lane) & zeroMask(S0, lane)) !== 0;
}
