/**
 * Sums of secret multiples of generators, for proofs. No branch and no address depends on a scalar: of each generator the
 * table has 1 to 8 times itself, all of which are read for each signed digit of four bits.
 */
import { FE, setOne } from './field';
import { addAffine, addPoints, AFFINE, POINT } from './point';
import { coefficientOf, fieldOf, readAffine, toAffine, writePoint } from './sums';

const DIGITS: usize = 64;
const MULTIPLES: usize = 8;
/** Bytes of the table of one generator, and of the digits of one scalar. */
export const SECRET_TABLE: usize = MULTIPLES * AFFINE;

const LIST: usize = memory.data(MULTIPLES * POINT, 16);
const WORK: usize = memory.data(MULTIPLES * FE, 16);
const SUM: usize = memory.data(POINT, 16);
const NEXT: usize = memory.data(POINT, 16);
const ENTRY: usize = memory.data(AFFINE, 16);

export function fillSecretTable(table: usize, wide: usize, curve: usize): void {
  const field = fieldOf(curve);
  readAffine(LIST, wide, field);
  setOne(LIST + 2 * FE, field);
  for (let i: usize = 1; i < MULTIPLES; i++)
    addPoints(LIST + i * POINT, LIST + (i - 1) * POINT, LIST, coefficientOf(curve), field);
  toAffine(table, LIST, MULTIPLES, WORK, field);
}

/** Writes the digits of a scalar below 2^255, from -8 to 8, as bytes from the lowest. */
function writeDigits(digits: usize, scalar: usize): void {
  let carry: i32 = 0;
  for (let i: usize = 0; i < DIGITS; i++) {
    const digit = <i32>((load<u8>(scalar + (i >> 1)) >> (<u8>((i & 1) << 2))) & 15) + carry;
    // The highest digit is 8 at most, and stays positive.
    carry = i === DIGITS - 1 ? 0 : (digit + 8) >> 4;
    store<i8>(digits + i, <i8>(digit - (carry << 4)));
  }
}

/** ENTRY = digit times the generator, or zeros for the digit 0. */
function select(table: usize, digit: i64): void {
  const sign = digit >> 63;
  const size = (digit ^ sign) - sign;
  memory.fill(ENTRY, 0, AFFINE);
  for (let k: usize = 0; k < MULTIPLES; k++) {
    // All bits if this is the multiple.
    const mask = ((size ^ (<i64>k + 1)) - 1) >> 63;
    const multiple = table + k * AFFINE;
    for (let at: usize = 0; at < AFFINE; at += 8)
      store<i64>(ENTRY + at, load<i64>(ENTRY + at) | (load<i64>(multiple + at) & mask));
  }
  for (let at: usize = FE; at < AFFINE; at += 8)
    store<i64>(ENTRY + at, (load<i64>(ENTRY + at) ^ sign) - sign);
}

/**
 * out = the sum of scalar i times generator i, as x and y; zeros for the identity. `tables`: n addresses of four bytes;
 * `digits` takes 64·n bytes, which are wiped.
 */
export function secretSum(
  out: usize,
  curve: usize,
  tables: usize,
  scalars: usize,
  n: usize,
  digits: usize,
): void {
  const field = fieldOf(curve);
  const b = coefficientOf(curve);
  for (let i: usize = 0; i < n; i++) writeDigits(digits + i * DIGITS, scalars + (i << 5));
  memory.fill(SUM, 0, POINT);
  setOne(SUM + FE, field);
  for (let at: usize = DIGITS; at-- > 0;) {
    for (let i = 0; i < 4; i++) addPoints(SUM, SUM, SUM, b, field);
    for (let i: usize = 0; i < n; i++) {
      const digit = <i64>load<i8>(digits + i * DIGITS + at);
      select(<usize>load<u32>(tables + (i << 2)), digit);
      addAffine(NEXT, SUM, ENTRY, b, field);
      // The digit 0 leaves the sum as it is.
      const mask = (digit | -digit) >> 63;
      for (let k: usize = 0; k < POINT; k += 8) {
        const old = load<i64>(SUM + k);
        store<i64>(SUM + k, old ^ ((old ^ load<i64>(NEXT + k)) & mask));
      }
    }
  }
  memory.fill(digits, 0, n * DIGITS);
  writePoint(out, SUM, field);
}
