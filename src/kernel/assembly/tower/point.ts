/**
 * Points of Helios and Selene, y² = x³ - 3x + b, in projective coordinates X, Y, Z of depth 2. Both groups have prime
 * order, so that the formulas of Renes, Costello and Batina (2015, algorithms 4 and 5) are complete: no case is special,
 * the identity 0, 1, 0 included. The numbers behind the lines are depths (field.ts).
 */
import { add, FE, mul, reduce, sub } from './field';

export const POINT: usize = 3 * FE;
/** Affine points: x, y; not the identity. */
export const AFFINE: usize = 2 * FE;

const T0: usize = memory.data(FE, 16);
const T1: usize = memory.data(FE, 16);
const T2: usize = memory.data(FE, 16);
const T3: usize = memory.data(FE, 16);
const T4: usize = memory.data(FE, 16);
const X3: usize = memory.data(FE, 16);
const Y3: usize = memory.data(FE, 16);
const Z3: usize = memory.data(FE, 16);

/** out = p + q, q affine with coordinates of depth 1; `b` of depth 1. out may be p. */
export function addAffine(out: usize, p: usize, q: usize, b: usize, field: usize): void {
  const x1 = p,
    y1 = p + FE,
    z1 = p + 2 * FE,
    x2 = q,
    y2 = q + FE;
  mul(T0, x1, x2, field); // 1
  mul(T1, y1, y2, field); // 1
  add(T3, x2, y2); // 2
  add(T4, x1, y1); // 4
  mul(T3, T3, T4, field); // 1
  add(T4, T0, T1); // 2
  sub(T3, T3, T4); // 3
  mul(T4, y2, z1, field);
  add(T4, T4, y1); // 3
  mul(Y3, x2, z1, field);
  add(Y3, Y3, x1); // 3
  mul(Z3, b, z1, field); // 1
  add(T2, z1, z1);
  add(T2, T2, z1); // 6
  finish(out, b, field);
}

/** out = p + q. out may be either, and they may be the same. */
export function addPoints(out: usize, p: usize, q: usize, b: usize, field: usize): void {
  const x1 = p,
    y1 = p + FE,
    z1 = p + 2 * FE,
    x2 = q,
    y2 = q + FE,
    z2 = q + 2 * FE;
  mul(T0, x1, x2, field); // 1
  mul(T1, y1, y2, field); // 1
  mul(T2, z1, z2, field); // 1
  crossed(T3, x1, y1, x2, y2, T0, T1, field); // 3
  crossed(T4, y1, z1, y2, z2, T1, T2, field); // 3
  crossed(Y3, x1, z1, x2, z2, T0, T2, field); // 3
  mul(Z3, b, T2, field); // 1
  add(X3, T2, T2);
  add(T2, X3, T2); // 3
  finish(out, b, field);
}

/** out = (a1 + c1)·(a2 + c2) - one - other. */
function crossed(
  out: usize,
  a1: usize,
  c1: usize,
  a2: usize,
  c2: usize,
  one: usize,
  other: usize,
  field: usize,
): void {
  add(out, a1, c1); // 4
  reduce(out, out, field);
  add(X3, a2, c2); // 4
  mul(out, out, X3, field);
  add(X3, one, other); // 2
  sub(out, out, X3); // 3
}

/**
 * Computes the end that both additions share, from T0 = x1·x2, T1 = y1·y2, T2 = 3·z1·z2, T3 = x1·y2 + x2·y1,
 * T4 = y1·z2 + y2·z1, Y3 = x1·z2 + x2·z1 and Z3 = b·z1·z2.
 */
function finish(out: usize, b: usize, field: usize): void {
  sub(X3, Y3, Z3); // 4
  add(Z3, X3, X3); // 8
  add(X3, X3, Z3); // 12
  reduce(X3, X3, field); // 1
  sub(Z3, T1, X3); // 2
  add(X3, T1, X3); // 2
  mul(Y3, b, Y3, field); // 1
  sub(Y3, Y3, T2);
  sub(Y3, Y3, T0); // 8
  add(T1, Y3, Y3);
  add(Y3, T1, Y3); // 24
  reduce(Y3, Y3, field); // 1
  add(T1, T0, T0);
  add(T0, T1, T0);
  sub(T0, T0, T2); // 9
  reduce(T0, T0, field); // 1
  mul(T1, T4, Y3, field); // 1
  mul(T2, T0, Y3, field); // 1
  mul(Y3, X3, Z3, field);
  add(out + FE, Y3, T2); // 2
  mul(X3, T3, X3, field);
  sub(out, X3, T1); // 2
  mul(Z3, T4, Z3, field);
  mul(T1, T3, T0, field);
  add(out + 2 * FE, Z3, T1); // 2
}
