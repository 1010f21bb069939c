/**
 * Sums of children times their generators. Of each generator g the tables hold g, 2^8·g, 2^16·g and so on, so that all
 * digits of all scalars go into the same 128 buckets: one for each absolute value of a signed digit of eight bits. Public
 * data, variable time.
 */
import {
  add,
  FE,
  fromBytes,
  HELIOS_FIELD,
  invert,
  isZero,
  mul,
  reduce,
  SELENE_FIELD,
  setOne,
  sub,
  toBytes,
} from './field';
import { addAffine, addPoints, AFFINE, POINT } from './point';

const DIGITS: usize = 32;
const BUCKETS: usize = 128;
/** Bytes of the table of one generator. */
export const TABLE: usize = DIGITS * AFFINE;

const B_HELIOS: usize = memory.data<u64>([
  0x22b49ee1edd73ad4, 0x043f6f384113bf35, 0xbe94a76b3ebb7b3b, 0x22e8c739b0ea70b8,
]);
const B_SELENE: usize = memory.data<u64>([
  0x68de0983cb5a4558, 0xf3944bdf06ae900e, 0x7f51bba595ffe279, 0x70127713695876c1,
]);
const B: usize = memory.data(2 * FE, 16);
const NEUTRAL: usize = memory.data(2 * POINT, 16);

export function fieldOf(curve: usize): usize {
  return curve === 0 ? HELIOS_FIELD : SELENE_FIELD;
}

export function initSums(): void {
  fromBytes(B, B_HELIOS, HELIOS_FIELD);
  fromBytes(B + FE, B_SELENE, SELENE_FIELD);
  for (let curve: usize = 0; curve < 2; curve++) setOne(NEUTRAL + curve * POINT + FE, fieldOf(curve));
}

const SUM: usize = memory.data(POINT, 16);
const RUNNING: usize = memory.data(POINT, 16);
const BUCKET: usize = memory.data((BUCKETS + 1) * POINT, 16);
const USED: usize = memory.data(BUCKETS + 1);
const NEGATIVE: usize = memory.data(AFFINE, 16);
const INVERSE: usize = memory.data(FE, 16);
const STEP: usize = memory.data(FE, 16);

/** b of the curve. */
export function coefficientOf(curve: usize): usize {
  return B + curve * FE;
}

/** Reads an affine point: x and y, 32 bytes each. */
export function readAffine(out: usize, wide: usize, field: usize): void {
  fromBytes(out, wide, field);
  fromBytes(out + FE, wide + 32, field);
}

/** Writes n points as affine ones with one inversion; none is the identity. `work` takes n·FE bytes. */
export function toAffine(out: usize, points: usize, n: usize, work: usize, field: usize): void {
  setOne(STEP, field);
  for (let i: usize = 0; i < n; i++) {
    memory.copy(work + i * FE, STEP, FE);
    mul(STEP, STEP, points + i * POINT + 2 * FE, field);
  }
  invert(INVERSE, STEP, field);
  for (let i: usize = n; i-- > 0;) {
    const point = points + i * POINT;
    mul(STEP, INVERSE, work + i * FE, field);
    mul(INVERSE, INVERSE, point + 2 * FE, field);
    mul(out + i * AFFINE, point, STEP, field);
    mul(out + i * AFFINE + FE, point + FE, STEP, field);
  }
}

/** The table of one generator. */
export function fillTable(table: usize, wide: usize, curve: usize): void {
  const field = fieldOf(curve);
  const b = coefficientOf(curve);
  // The buckets are free now: powers there, products behind them.
  readAffine(BUCKET, wide, field);
  setOne(BUCKET + 2 * FE, field);
  for (let i: usize = 1; i < DIGITS; i++) {
    const point = BUCKET + i * POINT;
    memory.copy(point, point - POINT, POINT);
    for (let k = 0; k < 8; k++) addPoints(point, point, point, b, field);
  }
  toAffine(table, BUCKET, DIGITS, BUCKET + DIGITS * POINT, field);
}

function putDigit(digit: i32, point: usize, b: usize, field: usize): void {
  if (digit === 0) return;
  let affine = point;
  if (digit < 0) {
    memory.copy(NEGATIVE, point, FE);
    memory.fill(NEGATIVE + FE, 0, FE);
    sub(NEGATIVE + FE, NEGATIVE + FE, point + FE);
    affine = NEGATIVE;
  }
  const k: usize = digit < 0 ? -digit : digit;
  const bucket = BUCKET + k * POINT;
  if (load<u8>(USED + k)) addAffine(bucket, bucket, affine, b, field);
  else {
    store<u8>(USED + k, 1);
    memory.copy(bucket, affine, AFFINE);
    setOne(bucket + 2 * FE, field);
  }
}

/**
 * out = existing + the sum of scalar i times generator i, as x and y; zeros for the identity. `scalars` (32 bytes each)
 * are below the order; `tables`: that of the first generator, then the next ones.
 */
export function sumOfChildren(
  out: usize,
  curve: usize,
  existing: usize,
  tables: usize,
  scalars: usize,
  n: usize,
): void {
  const field = fieldOf(curve);
  const b = coefficientOf(curve);
  memory.fill(USED, 0, BUCKETS + 1);
  for (let i: usize = 0; i < n; i++) {
    let carry = 0;
    for (let k: usize = 0; k < DIGITS; k++) {
      const digit = <i32>load<u8>(scalars + (i << 5) + k) + carry;
      // The highest digit stays positive: a scalar has 255 bits.
      carry = digit > 127 && k < DIGITS - 1 ? 1 : 0;
      putDigit(digit - (carry << 8), tables + i * TABLE + k * AFFINE, b, field);
    }
  }
  // Bucket k counts k times: the sum of all sums from above.
  memory.copy(RUNNING, NEUTRAL + curve * POINT, POINT);
  memory.copy(SUM, NEUTRAL + curve * POINT, POINT);
  let empty = true;
  for (let k: usize = BUCKETS; k > 0; k--) {
    if (load<u8>(USED + k)) {
      addPoints(RUNNING, RUNNING, BUCKET + k * POINT, b, field);
      empty = false;
    }
    if (!empty) addPoints(SUM, SUM, RUNNING, b, field);
  }
  if (!isIdentity(existing)) {
    readAffine(NEGATIVE, existing, field);
    addAffine(SUM, SUM, NEGATIVE, b, field);
  }
  writePoint(out, SUM, field);
}

/** Writes a point as x and y; zeros for the identity. The branch depends on the result alone. */
export function writePoint(out: usize, point: usize, field: usize): void {
  reduce(RUNNING, point + 2 * FE, field);
  memory.fill(out, 0, 64);
  if (isZero(RUNNING, field)) return;
  invert(INVERSE, RUNNING, field);
  mul(RUNNING, point, INVERSE, field);
  toBytes(out, RUNNING, field);
  mul(RUNNING, point + FE, INVERSE, field);
  toBytes(out + 32, RUNNING, field);
}

function isIdentity(wide: usize): bool {
  for (let i: usize = 0; i < 64; i += 8) if (load<u64>(wide + i)) return false;
  return true;
}

/** A/3 and the root of -(A + 2), mod 2^255 - 19: see ref/wei25519.ts. */
const THIRD_BYTES: usize = memory.data<u64>([
  0xaaaaaaaaaaad2451, 0xaaaaaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaaa, 0x2aaaaaaaaaaaaaaa,
]);
const ROOT_BYTES: usize = memory.data<u64>([
  0x3391fb5500ba81e7, 0x3a5e2c2eb482e57d, 0x2d84f723fc03b081, 0x70d9120b9f5ff944,
]);
const THIRD: usize = memory.data(FE, 16);
const ROOT: usize = memory.data(FE, 16);

export function initWeierstrass(): void {
  fromBytes(THIRD, THIRD_BYTES, HELIOS_FIELD);
  fromBytes(ROOT, ROOT_BYTES, HELIOS_FIELD);
}

/**
 * Wei25519 coordinates of n points of Ed25519, all as x and y in 64 bytes; false for a point with x = 0. `work` takes
 * n·POINT bytes.
 */
export function toWeierstrass(out: usize, wide: usize, n: usize, work: usize): bool {
  const field = HELIOS_FIELD;
  // x, 1 + y, (1 - y)·x times all before it
  setOne(STEP, field);
  for (let i: usize = 0; i < n; i++) {
    const p = work + i * POINT;
    fromBytes(p, wide + (i << 6), field);
    fromBytes(p + FE, wide + (i << 6) + 32, field);
    setOne(INVERSE, field);
    sub(RUNNING, INVERSE, p + FE);
    add(p + FE, INVERSE, p + FE);
    mul(RUNNING, RUNNING, p, field);
    if (isZero(RUNNING, field)) return false;
    memory.copy(p + 2 * FE, STEP, FE);
    mul(STEP, STEP, RUNNING, field);
  }
  invert(INVERSE, STEP, field);
  for (let i: usize = n; i-- > 0;) {
    const p = work + i * POINT;
    mul(STEP, INVERSE, p + 2 * FE, field); // 1/((1 - y)·x)
    // (1 - y)·x = (2 - (1 + y))·x
    setOne(RUNNING, field);
    add(RUNNING, RUNNING, RUNNING);
    sub(RUNNING, RUNNING, p + FE);
    reduce(RUNNING, RUNNING, field);
    mul(RUNNING, RUNNING, p, field);
    mul(INVERSE, INVERSE, RUNNING, field);
    mul(STEP, STEP, p + FE, field); // (1 + y)/((1 - y)·x)
    mul(RUNNING, STEP, p, field);
    add(RUNNING, RUNNING, THIRD);
    toBytes(out + (i << 6), RUNNING, field);
    mul(RUNNING, STEP, ROOT, field);
    toBytes(out + (i << 6) + 32, RUNNING, field);
  }
  return true;
}
