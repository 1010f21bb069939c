/**
 * Sums of many s_i·P_i. Variable time: for public data and for the proofs, as upstream's multiexp. Points go through
 * in blocks of LANES; each lane sums its own points, and the lanes are added at the end.
 */
import { joinLanes, splitLanes } from './field';
import { addCached, addNiels, decode, double, joinCached } from './group';
import { NEUTRAL, NEUTRAL_CACHED, sumLanes, toCached, toNiels } from './group';
import { ONE_BYTES } from './gen/constants.gen';
import { GE, LANES, NIELS } from './lanes';
import { recode } from './order';
import { NEUTRAL_WIDE, readWide } from './wide';

const ZERO_SCALAR: usize = memory.data(32, 8);
const POINT: usize = memory.data(GE, 16);
const PICKED: usize = memory.data(GE, 16);
const ALL_LANES: i32 = (1 << LANES) - 1;

/** Where item i of a list of n 32-byte items lies, or `instead` beyond the end of the last block. */
function item(list: usize, i: usize, n: usize, instead: usize): usize {
  return i < n ? list + (i << 5) : instead;
}

const DIGIT_ROOM: usize = 64;

/** Scratch bytes that either method needs for n items. */
export function multiexpScratchSize(n: usize): usize {
  const blocks = (n + LANES - 1) / LANES;
  const straus = blocks * (8 * GE + LANES * DIGIT_ROOM);
  const pippenger = blocks * (NIELS + LANES * DIGIT_ROOM) + 130 * GE;
  return max(straus, pippenger) + 64;
}

/** out = sum, with T, in every lane; false if a point is none. Points are compressed or wide. Scalars must be reduced. */
export function multiexp(
  out: usize,
  scalars: usize,
  points: usize,
  n: usize,
  workspace: usize,
  wide: bool,
): bool {
  return n < 150
    ? straus(out, scalars, points, n, workspace, wide)
    : pippenger(out, scalars, points, n, workspace, wide);
}

/** Digits of block `block`, lane by lane. */
function recodeBlock(digits: usize, scalars: usize, block: usize, n: usize, width: i32): void {
  for (let lane: usize = 0; lane < <usize>LANES; lane++)
    recode(digits + lane * DIGIT_ROOM, item(scalars, block * LANES + lane, n, ZERO_SCALAR), width);
}

function decodeBlock(points: usize, block: usize, n: usize, wide: bool): bool {
  const first = block * LANES;
  if (wide) {
    const next = first + 1 < n ? points + ((first + 1) << 6) : NEUTRAL_WIDE;
    return readWide(POINT, points + (first << 6), next);
  }
  return (
    decode(POINT, item(points, first, n, ONE_BYTES), item(points, first + 1, n, ONE_BYTES)) === ALL_LANES
  );
}

/** Interleaved windows of radix 16: one run of doublings for all, a table of 1P to 8P for each. */
function straus(out: usize, scalars: usize, points: usize, n: usize, workspace: usize, wide: bool): bool {
  const blocks = (n + LANES - 1) / LANES;
  const digits = workspace + blocks * 8 * GE;
  for (let b: usize = 0; b < blocks; b++) {
    if (!decodeBlock(points, b, n, wide)) return false;
    const table = workspace + b * 8 * GE;
    toCached(table, POINT);
    for (let i: usize = 1; i < 8; i++) {
      addCached(POINT, POINT, table, true);
      toCached(table + i * GE, POINT);
    }
    recodeBlock(digits + b * LANES * DIGIT_ROOM, scalars, b, n, 4);
  }
  memory.copy(out, NEUTRAL, GE);
  for (let i: i32 = 63; i >= 0; i--) {
    if (i < 63) for (let j = 0; j < 4; j++) double(out, out, j === 3);
    for (let b: usize = 0; b < blocks; b++) {
      const at = digits + b * LANES * DIGIT_ROOM + <usize>i;
      const d0: i32 = load<i8>(at),
        d1: i32 = LANES === 2 ? load<i8>(at + DIGIT_ROOM) : 0;
      if ((d0 | d1) === 0) continue;
      const table = workspace + b * 8 * GE;
      joinCached(PICKED, entry(table, d0), d0 < 0, entry(table, d1), d1 < 0, 4);
      addCached(out, out, PICKED, true);
    }
  }
  sumLanes(POINT, out);
  memory.copy(out, POINT, GE);
  return true;
}

function entry(table: usize, digit: i32): usize {
  return digit === 0 ? NEUTRAL_CACHED : table + <usize>(abs(digit) - 1) * GE;
}

const BUCKET: usize = memory.data(GE, 16);
const RUNNING: usize = memory.data(GE, 16);
const SUM: usize = memory.data(GE, 16);
const CACHED: usize = memory.data(GE, 16);

/** Buckets: each lane keeps its own; bucket 0 takes what a zero digit adds and is thrown away. */
function pippenger(out: usize, scalars: usize, points: usize, n: usize, workspace: usize, wide: bool): bool {
  const width: i32 = n < 500 ? 6 : n < 1500 ? 7 : 8;
  const blocks = (n + LANES - 1) / LANES;
  const last: usize = 1 << (width - 1);
  const buckets = workspace + blocks * NIELS;
  const digits = buckets + 130 * GE;
  for (let b: usize = 0; b < blocks; b++) {
    if (!decodeBlock(points, b, n, wide)) return false;
    toNiels(workspace + b * NIELS, POINT);
    recodeBlock(digits + b * LANES * DIGIT_ROOM, scalars, b, n, width);
  }
  memory.copy(out, NEUTRAL, GE);
  for (let window: i32 = 253 / width; window >= 0; window--) {
    for (let j = 0; j < width; j++) double(out, out, j === width - 1);
    for (let i: usize = 0; i <= last; i++) memory.copy(buckets + i * GE, NEUTRAL, GE);
    let some = false;
    for (let b: usize = 0; b < blocks; b++) {
      const at = digits + b * LANES * DIGIT_ROOM + <usize>window;
      const d0: i32 = load<i8>(at),
        d1: i32 = LANES === 2 ? load<i8>(at + DIGIT_ROOM) : 0;
      if ((d0 | d1) === 0) continue;
      some = true;
      const niels = workspace + b * NIELS;
      const bucket0 = buckets + <usize>abs(d0) * GE;
      const bucket1 = buckets + <usize>abs(d1) * GE;
      joinLanes(BUCKET, bucket0, bucket1, GE);
      joinCached(PICKED, niels, d0 < 0, niels, d1 < 0, 3);
      addNiels(BUCKET, BUCKET, PICKED, true);
      splitLanes(bucket0, bucket1, BUCKET, GE);
    }
    // Short scalars leave the upper windows empty.
    if (!some) continue;
    // Sum of i·bucket[i]: running sums from the top.
    memory.copy(RUNNING, buckets + last * GE, GE);
    memory.copy(SUM, RUNNING, GE);
    for (let i: usize = last - 1; i > 0; i--) {
      toCached(CACHED, buckets + i * GE);
      addCached(RUNNING, RUNNING, CACHED, true);
      toCached(CACHED, RUNNING);
      addCached(SUM, SUM, CACHED, true);
    }
    toCached(CACHED, SUM);
    addCached(out, out, CACHED, true);
  }
  sumLanes(POINT, out);
  memory.copy(out, POINT, GE);
  return true;
}
