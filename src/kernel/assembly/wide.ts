/**
 * Wide points: x ‖ y, 32 canonical little-endian bytes each, so that no later step takes a square root for them. Many
 * sums over the same public scalars read them and write them. Variable time: public data and the proofs only.
 */
import { carry, fromBytes, mul, sq, sub, toBytes, zeroMask } from './field';
import { D, double, NEUTRAL, ONE } from './group';
import { invertMany } from './inverse';
import { FE, GE, LANES } from './lanes';
import { addDigit, oddMultiples, SCHEDULE } from './schedule';

/** The neutral element: 0, 1. */
export const NEUTRAL_WIDE: usize = memory.data(64, 8);
const U: usize = memory.data(FE, 16);
const V: usize = memory.data(FE, 16);
const BYTES: usize = memory.data(32, 8);

export function initWide(): void {
  store<u8>(NEUTRAL_WIDE, 1, 32);
}

/** True if the lane's canonical bytes are these: a coordinate of p or more is refused. */
function isCanonical(a: usize, lane: usize, bytes: usize): bool {
  toBytes(BYTES, a, lane);
  return (
    load<u64>(BYTES) === load<u64>(bytes) &&
    load<u64>(BYTES, 8) === load<u64>(bytes, 8) &&
    load<u64>(BYTES, 16) === load<u64>(bytes, 16) &&
    load<u64>(BYTES, 24) === load<u64>(bytes, 24)
  );
}

/** Reads a wide point per lane (the second is not read in the scalar build), with Z = 1; false if one is no point. */
export function readWide(out: usize, first: usize, second: usize): bool {
  const y = out + FE,
    t = out + 3 * FE;
  fromBytes(out, 0, first, false);
  fromBytes(y, 0, first + 32, false);
  let fine = isCanonical(out, 0, first) && isCanonical(y, 0, first + 32);
  if (LANES === 2) {
    fromBytes(out, 1, second, false);
    fromBytes(y, 1, second + 32, false);
    fine = fine && isCanonical(out, 1, second) && isCanonical(y, 1, second + 32);
  }
  memory.copy(out + 2 * FE, ONE, FE);
  mul(t, out, y);
  // y² - x² - 1 - d·(xy)²
  sq(U, y);
  sq(V, out);
  sub(U, U, V);
  carry(U, U);
  sub(U, U, ONE);
  carry(U, U);
  sq(V, t);
  mul(V, V, D);
  sub(U, U, V);
  fine = fine && zeroMask(U, 0) !== 0;
  if (LANES === 2) fine = fine && zeroMask(U, 1) !== 0;
  return fine;
}

/** Writes both coordinates of both lanes, given 1/Z; the second lane unless `second` is 0. */
function writeWide(p: usize, inverse: usize, first: usize, second: usize): void {
  mul(U, p, inverse);
  mul(V, p + FE, inverse);
  toBytes(first, U, 0);
  toBytes(first + 32, V, 0);
  if (LANES === 2 && second !== 0) {
    toBytes(second, U, 1);
    toBytes(second + 32, V, 1);
  }
}

/** Writes the blocks at `workspace` that hold n points; FE bytes per block behind them are used. */
export function writeWideBlocks(out: usize, workspace: usize, n: usize): void {
  const blocks = (n + LANES - 1) / LANES;
  const inverses = workspace + blocks * GE;
  invertMany(inverses, workspace + 2 * FE, GE, blocks);
  for (let b: usize = 0; b < blocks; b++) {
    const i = b * LANES;
    writeWide(workspace + b * GE, inverses + b * FE, out + (i << 6), i + 1 < n ? out + ((i + 1) << 6) : 0);
  }
}

const POINT: usize = memory.data(GE, 16);

/**
 * out = the sum over b of scalar b times the wide points at first + b·stride, and second + b·stride in the other
 * lane; false if one is no point. `digits` are k schedules, `tables` takes k·8·GE bytes.
 */
export function sumOfScheduled(
  out: usize,
  digits: usize,
  k: usize,
  first: usize,
  second: usize,
  stride: usize,
  tables: usize,
): bool {
  for (let b: usize = 0; b < k; b++) {
    if (!readWide(POINT, first + b * stride, second + b * stride)) return false;
    oddMultiples(tables + b * 8 * GE, POINT);
  }
  memory.copy(out, NEUTRAL, GE);
  let started = false;
  for (let i: i32 = <i32>SCHEDULE - 1; i >= 0; i--) {
    let last: i32 = -1;
    for (let b: usize = 0; b < k; b++) if (load<i8>(digits + b * SCHEDULE + <usize>i) !== 0) last = <i32>b;
    if (started) double(out, out, last >= 0);
    for (let b: i32 = 0; b <= last; b++) {
      const digit: i32 = load<i8>(digits + <usize>b * SCHEDULE + <usize>i);
      // A doubling needs no T: only an addition right after this one does.
      if (digit !== 0) addDigit(out, tables + <usize>b * 8 * GE, digit, b < last);
      started = true;
    }
  }
  return true;
}
