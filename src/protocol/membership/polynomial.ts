/** Polynomials in one variable: coefficients from the constant one up. An empty list is zero. */
import type { TowerField } from './elements.ts';

export type Polynomial = readonly bigint[];

/** Not reduced, so that sums of products are reduced once. */
export function wideProduct(a: Polynomial, b: Polynomial): bigint[] {
  if (a.length === 0 || b.length === 0) return [];
  const out = Array.from({ length: a.length + b.length - 1 }, () => 0n);
  for (const [i, factor] of a.entries()) for (let j = 0; j < b.length; j++) out[i + j]! += factor * b[j]!;
  return out;
}

/** a·times + b, not reduced. */
export function wideSum(a: Polynomial, b: Polynomial, times = 1n): bigint[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0n) * times + (b[i] ?? 0n));
}

export function reduced(field: TowerField, polynomial: Polynomial): bigint[] {
  return polynomial.map((coefficient) => field.create(coefficient));
}

/** Divides by (variable - root), which must leave no rest. */
export function withoutRoot(field: TowerField, polynomial: Polynomial, root: bigint): bigint[] {
  const out: bigint[] = [];
  let carry = 0n;
  for (let i = polynomial.length - 1; i > 0; i--) {
    carry = field.create(polynomial[i]! + carry * root);
    out.push(carry);
  }
  return out.reverse();
}
