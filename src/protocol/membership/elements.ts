/** Elements of the prime fields of the proof, as bigint. Neither fast nor in constant time. */
import { bytesToBigint, concat } from '../../base/bytes.ts';
import { Helios, type TowerCurve } from '../../kernel/ref/tower-cycle.ts';
import type { RandomBytes } from '../ring/scalar.ts';

export type TowerField = TowerCurve['Fn'];

/** `first`, first·base, first·base² …: `count` elements. */
export function powers(field: TowerField, base: bigint, count: number, first = 1n): bigint[] {
  const out: bigint[] = [];
  for (let power = first; out.length < count; power = field.mul(power, base)) out.push(power);
  return out;
}

/** The sum of a[i]·b[i]; the longer one counts as far as the shorter goes. */
export function inner(field: TowerField, a: readonly bigint[], b: readonly bigint[]): bigint {
  let sum = 0n;
  for (let i = Math.min(a.length, b.length) - 1; i >= 0; i--) sum += a[i]! * b[i]!;
  return field.create(sum);
}

/** a·k + b, where the shorter of the vectors counts as if zeros followed. */
export function scaledSum(
  field: TowerField,
  a: readonly bigint[],
  k: bigint,
  b: readonly bigint[],
): bigint[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) =>
    field.create((a[i] ?? 0n) * k + (b[i] ?? 0n)),
  );
}

/** 64 little-endian bytes modulo the order of the field. */
export function reduceWide(field: TowerField, bytes: Uint8Array): bigint {
  return field.create(bytesToBigint(bytes));
}

/** Upstream draws the elements of one of the fields in two parts, so that the same random numbers give the same proof. */
export function randomElement(field: TowerField, random: RandomBytes): bigint {
  return reduceWide(field, field === Helios.Fn ? concat(random(32), random(32)) : random(64));
}

export function randomElements(field: TowerField, count: number, random: RandomBytes): bigint[] {
  return Array.from({ length: count }, () => randomElement(field, random));
}
