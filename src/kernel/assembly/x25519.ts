/**
 * Multiplication on Curve25519 by u-coordinates, without the clamping of RFC 7748: one secret for many points. The twin
 * is ref/x25519.ts. A point of the curve is multiplied as one of Ed25519, whose y its u gives; the sign of x, which y
 * leaves open, changes nothing in the result's u. The other half of all 32 bytes are points of the twist, which no honest
 * sender makes: Montgomery's ladder multiplies them, at about three times the cost. The order of all steps follows the
 * scalar's bits, as in schedule.ts and for the reason given there.
 */
import {
  add,
  addSub,
  carry,
  fromBytes,
  mul,
  mulCore,
  select,
  setSmall,
  sq,
  sub,
  toBytes,
  zeroMask,
} from './field';
import { decode, ONE, ZERO } from './group';
import { invertMany } from './inverse';
import { FE, GE, LANES } from './lanes';
import { mulSchedule } from './schedule';

/** (A - 2)/4 for A = 486662. */
const A24: usize = memory.data(FE, 16);
/** The product so far and the product plus the point: x, then z of their u-coordinates x/z. */
const P: usize = memory.data(2 * FE, 16);
const Q: usize = memory.data(2 * FE, 16);
const BASE: usize = memory.data(FE, 16);
const A: usize = memory.data(FE, 16);
const B: usize = memory.data(FE, 16);
const C: usize = memory.data(FE, 16);
const D: usize = memory.data(FE, 16);
const E: usize = memory.data(FE, 16);
const S: usize = memory.data(FE, 16);

export function initX25519(): void {
  setSmall(A24, 121665);
}

/** Loose to tight, in the build that cannot multiply loose elements. */
function tighten(a: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) carry(a, a);
}

/** p = 2p and q = p + q; q - p is the point BASE. */
function step(p: usize, q: usize): void {
  addSub(A, B, p, p + FE);
  addSub(C, D, q, q + FE);
  tighten(A);
  tighten(B);
  tighten(C);
  tighten(D);
  mulCore(D, D, A);
  mulCore(C, C, B);
  sq(A, A);
  sq(B, B);
  addSub(S, E, D, C);
  tighten(S);
  tighten(E);
  sq(q, S);
  sq(E, E);
  mul(q + FE, E, BASE);
  mul(p, A, B);
  sub(E, A, B);
  tighten(E);
  mul(S, E, A24);
  add(S, S, A);
  tighten(S);
  mulCore(p + FE, S, E);
}

/** x and z of scalar · point per lane, as `finish` needs them. The highest bit of a point is ignored. */
function ladder(x: usize, z: usize, scalar: usize, first: usize, second: usize): void {
  fromBytes(BASE, 0, first, false);
  if (LANES === 2) fromBytes(BASE, 1, second, false);
  memory.copy(P, ONE, FE);
  memory.fill(P + FE, 0, FE);
  memory.copy(Q, BASE, FE);
  memory.copy(Q + FE, ONE, FE);
  // The scalar is reduced.
  for (let bit: i32 = 252; bit >= 0; bit--) {
    if ((load<u8>(scalar + (bit >> 3)) >> (<u8>(bit & 7))) & 1) step(Q, P);
    else step(P, Q);
  }
  memory.copy(x, P, FE);
  memory.copy(z, P + FE, FE);
  replaceZero(x, z);
}

/** x = 0 and z = 1 in lanes where z is 0: the point at infinity. Answers a bit for each of them. */
function replaceZero(x: usize, z: usize): i32 {
  const none0 = zeroMask(z, 0);
  const none1 = LANES === 2 ? zeroMask(z, 1) : 0;
  select(x, x, ZERO, none0, none1);
  select(z, z, ONE, none0, none1);
  return (<i32>(none0 & 1)) | (<i32>(none1 & 2));
}

/** Writes x/z of both lanes, given 1/z; the second lane unless `second` is 0. */
function finish(x: usize, inverse: usize, first: usize, second: usize): void {
  mul(A, x, inverse);
  toBytes(first, A, 0);
  if (LANES === 2 && second !== 0) toBytes(second, A, 1);
}

/** The largest number of points in one call. */
export const MOST: usize = 128;
/** Marks the points that are left to the ladder. */
const LEFT: usize = memory.data(MOST);
const YS: usize = memory.data(64, 8);
const RESULT: usize = memory.data(64, 8);

/**
 * out_i = secret·u_i, zeros for the point at infinity. `digits`: the schedule of the secret. `work` takes
 * MOST·(GE + FE) bytes.
 */
export function mulPoints(out: usize, secret: usize, digits: usize, us: usize, n: usize, work: usize): void {
  const blocks = (n + LANES - 1) / LANES;
  const inverses = work + blocks * GE;
  // y = (u - 1)/(u + 1)
  for (let b: usize = 0; b < blocks; b++) {
    const p = work + b * GE;
    const i = b * LANES;
    fromBytes(BASE, 0, us + (i << 5), false);
    if (LANES === 2) fromBytes(BASE, 1, us + (min(i + 1, n - 1) << 5), false);
    sub(p, BASE, ONE);
    carry(p, p);
    add(p + 2 * FE, BASE, ONE);
    carry(p + 2 * FE, p + 2 * FE);
    const none = replaceZero(p, p + 2 * FE);
    store<u8>(LEFT + i, <u8>(none & 1));
    if (LANES === 2) store<u8>(LEFT + i, <u8>(none >> 1), 1);
  }
  invertMany(inverses, work + 2 * FE, GE, blocks);
  // u = (1 + y)/(1 - y)
  for (let b: usize = 0; b < blocks; b++) {
    const p = work + b * GE;
    const i = b * LANES;
    finish(p, inverses + b * FE, YS, YS + 32);
    const fine = decode(p, YS, YS + 32);
    store<u8>(LEFT + i, load<u8>(LEFT + i) | (<u8>(~fine & 1)));
    if (LANES === 2) store<u8>(LEFT + i, load<u8>(LEFT + i, 1) | (<u8>((~fine >> 1) & 1)), 1);
    mulSchedule(p, 1, digits);
    add(p, p + 2 * FE, p + FE);
    carry(p, p);
    sub(p + 2 * FE, p + 2 * FE, p + FE);
    carry(p + 2 * FE, p + 2 * FE);
    replaceZero(p, p + 2 * FE);
  }
  invertMany(inverses, work + 2 * FE, GE, blocks);
  for (let b: usize = 0; b < blocks; b++) {
    const i = b * LANES;
    finish(work + b * GE, inverses + b * FE, out + (i << 5), i + 1 < n ? out + ((i + 1) << 5) : 0);
  }
  climbLeft(out, secret, us, n, work);
}

/** The products of the points in LEFT, LANES at a time. */
function climbLeft(out: usize, secret: usize, us: usize, n: usize, work: usize): void {
  let first: usize = n;
  for (let i: usize = 0; i < n; i++) {
    if (!load<u8>(LEFT + i)) continue;
    if (LANES === 2 && first === n) first = i;
    else {
      climb(out, secret, us, LANES === 2 ? first : i, i, work);
      first = n;
    }
  }
  if (first < n) climb(out, secret, us, first, first, work);
}

function climb(out: usize, secret: usize, us: usize, first: usize, second: usize, work: usize): void {
  ladder(work, work + FE, secret, us + (first << 5), us + (second << 5));
  invertMany(work + 2 * FE, work + FE, GE, 1);
  finish(work, work + 2 * FE, RESULT, RESULT + 32);
  memory.copy(out + (first << 5), RESULT, 32);
  if (second !== first) memory.copy(out + (second << 5), RESULT + 32, 32);
}

/** Removes what belongs to secrets. */
export function wipeX25519(): void {
  memory.fill(RESULT, 0, 64);
  memory.fill(P, 0, 2 * FE);
  memory.fill(Q, 0, 2 * FE);
  memory.fill(A, 0, FE);
}
