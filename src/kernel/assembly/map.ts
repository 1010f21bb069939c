/**
 * The biased map from 32 bytes to a point (`ge_fromfe_frombytes_vartime`), in projective coordinates: no inversion
 * before the caller compresses. The twin in ref/map.ts says what it computes. Variable time in its input, as upstream.
 */
import {
  add,
  carry,
  copy,
  fromBytes,
  mul,
  neg,
  oddMask,
  pow22523,
  splatBytes,
  sq,
  sub,
  zeroMask,
} from './field';
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

export function initMap(): void {
  splatBytes(A, A_BYTES);
  splatBytes(I, I_BYTES);
  sq(AA2, A);
  splatBytes(ROOTS, MAP1_BYTES);
  splatBytes(ROOTS + FE, MAP2_BYTES);
  splatBytes(ROOTS + 2 * FE, MAP3_BYTES);
  splatBytes(ROOTS + 3 * FE, MAP4_BYTES);
}

/** out = map(bytes), the same in all lanes, extended. */
export function mapToPoint(out: usize, bytes: usize): void {
  for (let lane: usize = 0; lane < <usize>LANES; lane++) fromBytes(U, lane, bytes, true);
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
  pow22523(R, R);
  mul(R, R, S);
  // v·r² is w times a fourth root of one: it tells which constant completes the square root.
  sq(S, R);
  mul(S, S, V);
  add(Z, S, W);
  const minus = zeroMask(Z, 0) !== 0;
  sub(Z, S, W);
  const plus = zeroMask(Z, 0) !== 0;
  if (plus || minus) {
    // x = the even one of ±u·sqrt(2A(A+2)·w/v), z = -2A·u²
    mul(R, R, ROOTS + (minus ? 0 : FE));
    mul(R, R, U);
    if (oddMask(R, 0) !== 0) neg(R, R);
    mul(Z, A, UU2);
  } else {
    // x = the odd one of ±sqrt(A(A+2)·w/v), z = -A
    mul(V, W, I);
    sub(Z, S, V);
    mul(R, R, ROOTS + (zeroMask(Z, 0) !== 0 ? 2 * FE : 3 * FE));
    if (oddMask(R, 0) === 0) neg(R, R);
    copy(Z, A);
  }
  neg(Z, Z);
  // y = (z - w)/(z + w), x as it is: X = x·(z + w), Y = z - w, Z = z + w, T = x·(z - w)
  add(S, Z, W);
  carry(out + 2 * FE, S);
  sub(S, Z, W);
  carry(out + FE, S);
  mul(out, R, out + 2 * FE);
  mul(out + 3 * FE, R, out + FE);
}
