/**
 * One scalar for many points: width-5 non-adjacent form, digits odd within ±15, on average one addition in six
 * doublings. Branches and addresses follow the digits. That is safe for its two uses: the order l is public, and a
 * view key's schedule is the same fixed sequence for every point of every batch, so its timing tells nothing that
 * varies with foreign input; the key lives in this worker alone, which runs no foreign code beside it.
 */
import { addCached, addEach, double, doubleEach, NEUTRAL, subCached, toCached } from './group';
import { AT_ONCE, GE } from './lanes';

export const SCHEDULE: usize = 264;

/** Digits of a 256-bit integer below 2^256 - 16, one i8 each, lowest first. `digits` takes SCHEDULE bytes. */
export function makeSchedule(digits: usize, scalar: usize): void {
  memory.fill(digits, 0, SCHEDULE);
  let carry = 0;
  for (let bit = 0; bit < 260;) {
    const window = bits(scalar, bit, 5) + carry;
    if ((window & 1) === 0) {
      // carry stays: an even window with a carry is an odd one without its lowest bit
      bit += 1;
      continue;
    }
    const digit = window < 16 ? window : window - 32;
    carry = window < 16 ? 0 : 1;
    store<i8>(digits + bit, <i8>digit);
    bit += 5;
  }
}

function bits(scalar: usize, from: i32, count: i32): i32 {
  let out = 0;
  for (let i = 0; i < count; i++) {
    const bit = from + i;
    if (bit < 256) out |= (<i32>((load<u8>(scalar + (bit >> 3)) >> (<u8>(bit & 7))) & 1)) << i;
  }
  return out;
}

const TABLES: usize = memory.data(AT_ONCE * 8 * GE, 16);
const TWICE: usize = memory.data(GE, 16);
const TWICE_CACHED: usize = memory.data(GE, 16);

/** scalar · p on every lane of `n` points in a row (AT_ONCE at most), in their places. T is stale. */
export function mulSchedule(p: usize, n: usize, digits: usize): void {
  let top: i32 = SCHEDULE - 1;
  while (top >= 0 && load<i8>(digits + top) === 0) top--;
  for (let i: usize = 0; i < n; i++) {
    oddMultiples(TABLES + i * 8 * GE, p + i * GE);
    memory.copy(p + i * GE, NEUTRAL, GE);
  }
  for (let i = top; i >= 0; i--) {
    const digit: i32 = load<i8>(digits + i);
    if (i < top) doubleEach(p, n, digit !== 0);
    if (digit !== 0) addEach(p, n, TABLES + <usize>(abs(digit) >> 1) * GE, 8 * GE, digit < 0);
  }
}

/** 1p, 3p, … 15p, cached, into `table`. */
export function oddMultiples(table: usize, p: usize): void {
  toCached(table, p);
  double(TWICE, p, true);
  toCached(TWICE_CACHED, TWICE);
  let multiple = p;
  for (let i: usize = 1; i < 8; i++) {
    addCached(TWICE, multiple, TWICE_CACHED, true); // p + 2p, then 2p more each time
    toCached(table + i * GE, TWICE);
    multiple = TWICE;
  }
}

/** out += digit·p from the odd multiples of p. */
export function addDigit(out: usize, table: usize, digit: i32, withT: bool): void {
  if (digit > 0) addCached(out, out, table + <usize>(digit >> 1) * GE, withT);
  else subCached(out, out, table + <usize>(-digit >> 1) * GE, withT);
}
