/**
 * The two fields of the tower: GF(2^255 - 19), of Helios' coordinates, and GF(q), of Selene's (q in ref/tower-cycle.ts).
 * Elements are 9 signed limbs of 29 bits in i64, in Montgomery form (times 2^261).
 *
 * Bounds. What mul, sq and reduce return has depth 1: limbs within 2^28 (the highest within 2^23), a value within the
 * modulus. add and sub only add limbs: depths add up. mul takes depths whose product is at most 12: a column of the
 * product is then below 9·12·2^56, and with what the reduction adds below 2^63; the value is within 12/64 + 1/2 of the
 * modulus. reduce takes a depth up to 64.
 * No branch and no address depends on a value except in `pow`, whose exponent is public.
 */
import * as gen from '../gen/tower.gen';

export const FE: usize = 72;
const MASK: i64 = 0x1fffffff;
const HALF: i64 = 0x10000000;

/**
 * A field: five low limbs of its modulus, then -1/modulus mod 2^29, then 2^522 mod p. `initField` writes it.
 */
const MODULUS: usize = 48;
const SQUARE: usize = MODULUS;
const FIELD: usize = MODULUS + FE;

export const HELIOS_FIELD: usize = memory.data(FIELD, 16);
export const SELENE_FIELD: usize = memory.data(FIELD, 16);
/** 1 as it is, not times 2^261. */
const UNIT: usize = memory.data(FE, 16);
const WORK: usize = memory.data(FE, 16);

/** c of 2^255 - c, 16 bytes little-endian. */
const C_HELIOS: usize = memory.data<u64>([19, 0]);
const C_SELENE: usize = memory.data<u64>([0x91492d8d86d83861, 0x408087d3489a94a7]);

export function initFields(): void {
  store<i64>(UNIT, 1);
  initField(HELIOS_FIELD, C_HELIOS);
  initField(SELENE_FIELD, C_SELENE);
}

function initField(field: usize, c: usize): void {
  const low = load<u64>(c),
    high = load<u64>(c, 8);
  // Limbs of c, then their negatives, each brought within 2^28.
  store<i64>(field, -((<i64>low) & MASK));
  store<i64>(field, -((<i64>(low >> 29)) & MASK), 8);
  store<i64>(field, -((<i64>((low >> 58) | (high << 6))) & MASK), 16);
  store<i64>(field, -((<i64>(high >> 23)) & MASK), 24);
  store<i64>(field, -(<i64>(high >> 52)), 32);
  for (let i: usize = 0; i < 32; i += 8) {
    const limb = load<i64>(field + i);
    const carry = (limb + HALF) >> 29;
    store<i64>(field + i, limb - (carry << 29));
    store<i64>(field + i, load<i64>(field + i, 8) + carry, 8);
  }
  // Newton: each step doubles the number of right bits of 1/m.
  const m = load<i64>(field);
  let inverse: i64 = m;
  for (let i = 0; i < 5; i++) inverse *= 2 - m * inverse;
  store<i64>(field, -inverse & MASK, 40);
  // 1 doubled 522 times.
  memory.copy(WORK, UNIT, FE);
  for (let i = 0; i < 522; i++) {
    add(WORK, WORK, WORK);
    reduce(WORK, WORK, field);
  }
  memory.copy(field + SQUARE, WORK, FE);
}

/** Test build: how many times the bounds of depth 1 the limbs take. */
function depth(a: usize): f64 {
  let most: f64 = 0;
  for (let i: usize = 0; i < 64; i += 8) most = max(most, Math.abs(<f64>load<i64>(a + i)) / 268435456.0);
  return max(most, Math.abs(<f64>load<i64>(a, 64)) / 8388608.0);
}

/** out = a·b/2^261. */
export function mul(out: usize, a: usize, b: usize, field: usize): void {
  if (!ASC_NO_ASSERT) assert(depth(a) * depth(b) <= 12.0);
  gen.mul(out, a, b, field);
  if (!ASC_NO_ASSERT) assert(depth(out) <= 1.0);
}

/** out = a²/2^261. */
export function sq(out: usize, a: usize, field: usize): void {
  if (!ASC_NO_ASSERT) assert(depth(a) <= 3.4);
  gen.sq(out, a, field);
  if (!ASC_NO_ASSERT) assert(depth(out) <= 1.0);
}

export function add(out: usize, a: usize, b: usize): void {
  for (let i: usize = 0; i < FE; i += 8) store<i64>(out + i, load<i64>(a + i) + load<i64>(b + i));
}

export function sub(out: usize, a: usize, b: usize): void {
  for (let i: usize = 0; i < FE; i += 8) store<i64>(out + i, load<i64>(a + i) - load<i64>(b + i));
}

/** Reduces a mod p, to depth 1. */
export function reduce(out: usize, a: usize, field: usize): void {
  if (!ASC_NO_ASSERT) assert(depth(a) <= 64.0);
  // The value is about the highest limb times 2^232, and p about 2^23 times that.
  const times = (load<i64>(a, 64) + (1 << 22)) >> 23;
  let carry: i64 = 0;
  for (let i: usize = 0; i < 64; i += 8) {
    const limb = load<i64>(a + i) + carry - (i < 40 ? times * load<i64>(field + i) : 0);
    carry = (limb + HALF) >> 29;
    store<i64>(out + i, limb - (carry << 29));
  }
  store<i64>(out, load<i64>(a, 64) + carry - (times << 23), 64);
}

/** 32 bytes to an element; all 256 bits count, mod p. */
export function fromBytes(out: usize, bytes: usize, field: usize): void {
  for (let i: usize = 0; i < 9; i++) {
    const bit = 29 * i;
    const at = min<usize>(bit >> 3, 24);
    const word = load<u64>(bytes + at) >> (<u64>(bit - 8 * at));
    store<i64>(WORK + (i << 3), (<i64>word) & (i === 8 ? 0xffffff : MASK));
  }
  reduce(WORK, WORK, field);
  mul(out, WORK, field + SQUARE, field);
}

/** The value as 32 canonical bytes. Depth up to 12. */
export function toBytes(bytes: usize, a: usize, field: usize): void {
  mul(WORK, a, UNIT, field);
  // Within the modulus on both sides: add it if the value is negative, after carries without rounding.
  floor(WORK);
  const negative = load<i64>(WORK, 64) >> 63;
  for (let i: usize = 0; i < 40; i += 8)
    store<i64>(WORK + i, load<i64>(WORK + i) + (negative & load<i64>(field + i)));
  store<i64>(WORK, load<i64>(WORK, 64) + (negative & (1 << 23)), 64);
  floor(WORK);
  memory.fill(bytes, 0, 32);
  for (let i: usize = 0; i < 9; i++) {
    const bit = 29 * i;
    const shift: u64 = bit & 7;
    const limb = (<u64>load<i64>(WORK + (i << 3))) << shift;
    // A limb and its shift take five bytes.
    for (let k: usize = 0; k < 5 && (bit >> 3) + k < 32; k++) {
      const at = bytes + (bit >> 3) + k;
      const byte: u64 = limb >> ((<u64>k) << 3);
      store<u8>(at, load<u8>(at) | (<u8>byte));
    }
  }
}

function floor(a: usize): void {
  let carry: i64 = 0;
  for (let i: usize = 0; i < 64; i += 8) {
    const limb = load<i64>(a + i) + carry;
    carry = limb >> 29;
    store<i64>(a + i, limb & MASK);
  }
  store<i64>(a, load<i64>(a, 64) + carry, 64);
}

const BYTES: usize = memory.data(32, 8);

export function isZero(a: usize, field: usize): bool {
  toBytes(BYTES, a, field);
  return (load<u64>(BYTES) | load<u64>(BYTES, 8) | load<u64>(BYTES, 16) | load<u64>(BYTES, 24)) === 0;
}

const POWER: usize = memory.data(FE, 16);
const TABLE: usize = memory.data(16 * FE, 16);

/** out = a^e for 32 bytes of a public exponent, in windows of four bits. Depth 1 in. */
export function pow(out: usize, a: usize, exponent: usize, field: usize): void {
  mul(TABLE, UNIT, field + SQUARE, field);
  for (let i: usize = 1; i < 16; i++) mul(TABLE + i * FE, TABLE + (i - 1) * FE, a, field);
  memory.copy(POWER, TABLE, FE);
  for (let at: i32 = 63; at >= 0; at--) {
    for (let i = 0; i < 4; i++) sq(POWER, POWER, field);
    const digit: usize = ((<usize>load<u8>(exponent + (at >> 1))) >> (at & 1 ? 4 : 0)) & 15;
    mul(POWER, POWER, TABLE + digit * FE, field);
  }
  memory.copy(out, POWER, FE);
}

const EXPONENT: usize = memory.data(32, 8);

/** out = 1/a, and 0 for 0. Depth 1 in. */
export function invert(out: usize, a: usize, field: usize): void {
  // p - 2; its lowest byte is above 2 in both fields.
  const c = field === HELIOS_FIELD ? C_HELIOS : C_SELENE;
  const low = load<u64>(c) + 2,
    high = load<u64>(c, 8);
  store<u64>(EXPONENT, 0 - low);
  store<u64>(EXPONENT, ~high, 8);
  store<u64>(EXPONENT, -1, 16);
  store<u64>(EXPONENT, 0x7fffffffffffffff, 24);
  pow(out, a, EXPONENT, field);
}

/** 1, times 2^261. */
export function setOne(out: usize, field: usize): void {
  mul(out, UNIT, field + SQUARE, field);
}
