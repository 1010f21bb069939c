/**
 * Multiplication by secret scalars: signed digits in radix 16, every table entry read for every digit, no branch and
 * no address from the digits. One table per point, or the fixed table of G.
 */
import { copy, neg, select } from './field';
import { addCached, addNiels, decode, double, NEUTRAL, NEUTRAL_CACHED, toCached, toNielsWith } from './group';
import { G_BYTES, H_BYTES } from './gen/constants.gen';
import { invertMany } from './inverse';
import { FE, GE, LANES, NIELS } from './lanes';
import { recode } from './order';

/** 64 digits for each of two lanes, twice: of the scalar, and of an amount beside it. */
const DIGITS: usize = memory.data(256);
const AMOUNT_DIGITS: usize = 128;
const CHOSEN: usize = memory.data(GE, 16);
const OTHER: usize = memory.data(FE, 16);

function equalMask(a: i64, b: i64): i64 {
  const x = a ^ b;
  return ((x | -x) >> 63) ^ -1;
}

/** CHOSEN = |digit|·P with its sign, from `table` of 1P to 8P with `count` elements each (2dT last). */
function choose(table: usize, count: usize, neutral: usize, position: usize): void {
  const size = count * FE;
  const d0: i64 = load<i8>(DIGITS + position);
  const d1: i64 = LANES === 2 ? load<i8>(DIGITS + 64 + position) : 0;
  const s0 = d0 >> 63,
    s1 = d1 >> 63;
  const a0 = (d0 ^ s0) - s0,
    a1 = (d1 ^ s1) - s1;
  if (ASC_FEATURE_SIMD) gatherPair(table, size, neutral, a0, a1);
  else gatherOne(table, size, neutral, a0);
  // Negative: Y+X and Y-X change places, 2dT its sign.
  copy(OTHER, CHOSEN);
  select(CHOSEN, CHOSEN, CHOSEN + FE, s0, s1);
  select(CHOSEN + FE, CHOSEN + FE, OTHER, s0, s1);
  const last = CHOSEN + size - FE;
  neg(OTHER, last);
  select(last, last, OTHER, s0, s1);
}

/** CHOSEN = neutral or entry |digit| per lane, as an or over all nine under masks. */
function gatherPair(table: usize, size: usize, neutral: usize, a0: i64, a1: i64): void {
  const digits = i64x2.replace_lane(i64x2.splat(a0), 1, a1);
  const m0 = i64x2.eq(digits, i64x2.splat(0)),
    m1 = i64x2.eq(digits, i64x2.splat(1)),
    m2 = i64x2.eq(digits, i64x2.splat(2)),
    m3 = i64x2.eq(digits, i64x2.splat(3)),
    m4 = i64x2.eq(digits, i64x2.splat(4)),
    m5 = i64x2.eq(digits, i64x2.splat(5)),
    m6 = i64x2.eq(digits, i64x2.splat(6)),
    m7 = i64x2.eq(digits, i64x2.splat(7)),
    m8 = i64x2.eq(digits, i64x2.splat(8));
  for (let at: usize = 0; at < size; at += 16) {
    let entry = table + at;
    let sum = v128.and(v128.load(neutral + at), m0);
    sum = v128.or(sum, v128.and(v128.load(entry), m1));
    sum = v128.or(sum, v128.and(v128.load((entry += size)), m2));
    sum = v128.or(sum, v128.and(v128.load((entry += size)), m3));
    sum = v128.or(sum, v128.and(v128.load((entry += size)), m4));
    sum = v128.or(sum, v128.and(v128.load((entry += size)), m5));
    sum = v128.or(sum, v128.and(v128.load((entry += size)), m6));
    sum = v128.or(sum, v128.and(v128.load((entry += size)), m7));
    sum = v128.or(sum, v128.and(v128.load((entry += size)), m8));
    v128.store(CHOSEN + at, sum);
  }
}

function gatherOne(table: usize, size: usize, neutral: usize, digit: i64): void {
  const none = equalMask(digit, 0);
  for (let at: usize = 0; at < size; at += 8) store<i64>(CHOSEN + at, load<i64>(neutral + at) & none);
  for (let j: i64 = 1; j <= 8; j++, table += size) {
    const mask = equalMask(digit, j);
    for (let at: usize = 0; at < size; at += 8)
      store<i64>(CHOSEN + at, load<i64>(CHOSEN + at) | (load<i64>(table + at) & mask));
  }
}

const TABLE: usize = memory.data(8 * GE, 16);
const STEP: usize = memory.data(GE, 16);

/** out = s·p per lane, with T. `first` and `second` point to reduced scalars of the lanes. out may be p. */
export function mulSecret(out: usize, p: usize, first: usize, second: usize): void {
  recode(DIGITS, first, 4);
  if (LANES === 2) recode(DIGITS + 64, second, 4);
  toCached(TABLE, p);
  let multiple = p;
  for (let i: usize = 1; i < 8; i++) {
    addCached(STEP, multiple, TABLE, true);
    toCached(TABLE + i * GE, STEP);
    multiple = STEP;
  }
  memory.copy(out, NEUTRAL, GE);
  for (let i: i32 = 63; i >= 0; i--) {
    if (i < 63) for (let j = 0; j < 4; j++) double(out, out, j === 3);
    choose(TABLE, 4, NEUTRAL_CACHED, i);
    addCached(out, out, CHOSEN, i === 0);
  }
  memory.fill(DIGITS, 0, 128);
}

/** j·256^i·P for i below ROWS and j of 1 to 8, affine cached, the same in all lanes: of G, and of a point of the caller. */
const ROWS: usize = 32;
export const BASE_TABLE: usize = memory.data(8 * ROWS * NIELS, 16);
export const POINT_TABLE: usize = memory.data(8 * ROWS * NIELS, 16);
/** Multiples of H for i below 9: the 17 digits of 64 bits. */
const AMOUNT_ROWS: usize = 9;
const AMOUNT_TABLE: usize = memory.data(72 * NIELS, 16);

/** Fills the tables: needs `work` of 256·(GE + FE) bytes. */
export function initBase(work: usize): void {
  fillTable(BASE_TABLE, G_BYTES, ROWS, work);
  fillTable(AMOUNT_TABLE, H_BYTES, AMOUNT_ROWS, work);
}

/** Fills POINT_TABLE, for a point that decodes: needs `work` of 256·(GE + FE) bytes. */
export function fillPointTable(point: usize, work: usize): void {
  fillTable(POINT_TABLE, point, ROWS, work);
}

function fillTable(table: usize, point: usize, rows: usize, work: usize): void {
  const inverses = work + 256 * GE;
  const cached = STEP;
  decode(CHOSEN, point, point);
  for (let i: usize = 0; i < rows; i++) {
    const row = work + i * 8 * GE;
    memory.copy(row, CHOSEN, GE);
    toCached(cached, CHOSEN);
    for (let j: usize = 1; j < 8; j++) addCached(row + j * GE, row + (j - 1) * GE, cached, true);
    for (let j: usize = 0; j < 8; j++) double(CHOSEN, CHOSEN, true);
  }
  invertMany(inverses, work + 2 * FE, GE, 8 * rows);
  for (let i: usize = 0; i < 8 * rows; i++) toNielsWith(table + i * NIELS, work + i * GE, inverses + i * FE);
}

/** out = s·G per lane, with T. */
export function mulBase(out: usize, first: usize, second: usize): void {
  mulTable(out, BASE_TABLE, first, second);
}

/** out = s·P per lane, with T. `table`: that of P. */
export function mulTable(out: usize, table: usize, first: usize, second: usize): void {
  recode(DIGITS, first, 4);
  if (LANES === 2) recode(DIGITS + 64, second, 4);
  memory.copy(out, NEUTRAL, GE);
  // Odd digits, times 16, then even digits: digit 2i and 2i+1 share the table of 256^i.
  for (let i: usize = 1; i < 64; i += 2) {
    chooseFrom(table, i);
    addNiels(out, out, CHOSEN, true);
  }
  for (let j = 0; j < 4; j++) double(out, out, j === 3);
  for (let i: usize = 0; i < 64; i += 2) {
    chooseFrom(table, i);
    addNiels(out, out, CHOSEN, true);
  }
  memory.fill(DIGITS, 0, 128);
}

/** out = s·G + a·H per lane, with T: commitments. The amounts are below 2^64, 32 bytes each. */
export function commit(out: usize, first: usize, second: usize, amount0: usize, amount1: usize): void {
  recode(DIGITS, first, 4);
  recode(DIGITS + AMOUNT_DIGITS, amount0, 4);
  if (LANES === 2) {
    recode(DIGITS + 64, second, 4);
    recode(DIGITS + AMOUNT_DIGITS + 64, amount1, 4);
  }
  memory.copy(out, NEUTRAL, GE);
  for (let odd: usize = 1; ; odd = 0) {
    for (let i: usize = odd; i < 64; i += 2) {
      chooseFrom(BASE_TABLE, i);
      addNiels(out, out, CHOSEN, true);
    }
    for (let i: usize = odd; i < 2 * AMOUNT_ROWS - 1; i += 2) {
      choose(AMOUNT_TABLE + (i >> 1) * 8 * NIELS, 3, NEUTRAL_NIELS, AMOUNT_DIGITS + i);
      addNiels(out, out, CHOSEN, true);
    }
    if (odd === 0) break;
    for (let j = 0; j < 4; j++) double(out, out, j === 3);
  }
  memory.fill(DIGITS, 0, 256);
}

/** The neutral element, affine cached: 1, 1, 0. */
const NEUTRAL_NIELS: usize = memory.data(NIELS, 16);

export function initNeutral(): void {
  copy(NEUTRAL_NIELS, NEUTRAL_CACHED);
  copy(NEUTRAL_NIELS + FE, NEUTRAL_CACHED + FE);
}

function chooseFrom(table: usize, digit: usize): void {
  choose(table + (digit >> 1) * 8 * NIELS, 3, NEUTRAL_NIELS, digit);
}
