/**
 * The biased map from 32 bytes to a point (`ge_fromfe_frombytes_vartime`), in projective coordinates: no inversion
 * before the caller compresses. The twin in ref/map.ts says what it computes. Variable time in its input, as upstream.
 */
import { add, carry, fromBytes, mul, neg, oddMask, pow22523, select } from './field';
import { splatBytes, sq, sub, zeroMask } from './field';
import { A_BYTES, I_BYTES, MAP1_BYTES, MAP2_BYTES, MAP3_BYTES, MAP4_BYTES } from './gen/constants.gen';
import { ONE } from './group';
import { FE, LANES } from './lanes';

const A: usize = memory.data(FE, 16);
const I: usize = memory.data(FE, 16);
const AA2: usize = memory.data(FE, 16);
/** Four roots, for r² = -1, 1, i, -i times w/v. */
const ROOTS: usize = memory.data(4 * FE, 16);
const U: usize = memory.data(FE, 16);
const UU2: usize = memory.data(FE, 16);
const W: usize = memory.data(FE, 16);
const V: usize = memory.data(FE, 16);
const R: usize = memory.data(FE, 16);
const S: usize = memory.data(FE, 16);
const Z: usize = memory.data(FE, 16);
const T: usize = memory.data(FE, 16);

export function initMap(): void {
  splatBytes(A, A_BYTES);
  splatBytes(I, I_BYTES);
  sq(AA2, A);
  splatBytes(ROOTS, MAP1_BYTES);
  splatBytes(ROOTS + FE, MAP2_BYTES);
  splatBytes(ROOTS + 2 * FE, MAP3_BYTES);
  splatBytes(ROOTS + 3 * FE, MAP4_BYTES);
}

/** out = map of 32 bytes per lane (the second pointer is not read in the scalar build), extended. */
export function mapToPoint(out: usize, first: usize, second: usize): void {
  fromBytes(U, 0, first, true);
  if (LANES === 2) fromBytes(U, 1, second, true);
  sq(UU2, U);
  add(UU2, UU2, UU2);
  carry(UU2, UU2); // 2u²
  add(W, UU2, ONE);
  carry(W, W); // w = 2u² + 1
  sq(V, W);
  mul(R, AA2, UU2);
  sub(V, V, R);
  carry(V, V); // v = w² - 2A²u²
  // r = (w/v)^((p+3)/8) = w·v³·(w·v⁷)^((p-5)/8)
  sq(R, V);
  mul(R, R, V); // v³
  mul(S, R, W); // w·v³
  sq(R, R);
  mul(R, R, V);
  mul(R, R, W); // w·v⁷
  pow22523(R, R, 1);
  mul(R, R, S);
  sq(S, R);
  mul(S, S, V);
  mul(V, W, I);
  completeLane(0);
  if (LANES === 2) completeLane(1);
  neg(Z, Z);
  // y = (z - w)/(z + w), x = r: X = x·(z + w), Y = z - w, Z = z + w, T = x·(z - w)
  add(S, Z, W);
  carry(out + 2 * FE, S);
  sub(S, Z, W);
  carry(out + FE, S);
  mul(out, R, out + 2 * FE);
  mul(out + 3 * FE, R, out + FE);
}

/**
 * S = v·r² is w times a fourth root of one: it tells which constant completes the square root. First case (±1): x is
 * the even one of ±u·sqrt(2A(A+2)·w/v) and -z = 2A·u²; second case (±i): x is the odd one of ±sqrt(A(A+2)·w/v) and
 * -z = A. Leaves x in R and -z in Z.
 */
function completeLane(lane: usize): void {
  const m0: i64 = lane === 0 ? -1 : 0;
  const m1: i64 = ~m0;
  add(T, S, W);
  const minus = zeroMask(T, lane);
  sub(T, S, W);
  const plus = zeroMask(T, lane);
  sub(T, S, V);
  const turned = zeroMask(T, lane);
  const even = minus | plus;
  const root = ROOTS + (minus ? 0 : plus ? FE : turned ? 2 * FE : 3 * FE);
  mul(T, R, root);
  select(R, R, T, m0, m1);
  mul(T, R, U);
  select(R, R, T, even & m0, even & m1);
  const flip = ~(oddMask(R, lane) ^ even);
  neg(T, R);
  select(R, R, T, flip & m0, flip & m1);
  mul(T, A, UU2);
  select(Z, Z, A, m0, m1);
  select(Z, Z, T, even & m0, even & m1);
}
