/**
 * The tower module: hashes of the tree of outputs, which only the next era needs. It loads on demand, apart from the
 * kernel. Arguments are addresses in linear memory or counts; curve 0 is Helios, 1 is Selene. Public data,
 * variable time, but for secret.ts.
 */
import { fromBytes, initFields, invert, mul, toBytes } from './field';
import { SECRET_TABLE } from './secret';
import { fieldOf, initSums, initWeierstrass, TABLE } from './sums';

export { fillSecretTable, secretSum } from './secret';
export { fillTable, sumOfChildren, toWeierstrass } from './sums';

export function init(): void {
  initFields();
  initSums();
  initWeierstrass();
}

/** Where free memory begins. */
export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}
/** Bytes of the table of one generator: for public multiples, and for secret ones. */
export function tableSize(): usize {
  return TABLE;
}
export function secretTableSize(): usize {
  return SECRET_TABLE;
}

const A: usize = memory.data(72, 16);
const B: usize = memory.data(72, 16);

/** For tests: a·b of the field of a curve's coordinates, 32 bytes each. */
export function fieldMul(out: usize, a: usize, b: usize, curve: usize): void {
  const field = fieldOf(curve);
  fromBytes(A, a, field);
  fromBytes(B, b, field);
  mul(A, A, B, field);
  toBytes(out, A, field);
}

/** For tests: 1/a, and 0 for 0. */
export function fieldInvert(out: usize, a: usize, curve: usize): void {
  const field = fieldOf(curve);
  fromBytes(A, a, field);
  invert(A, A, field);
  toBytes(out, A, field);
}
