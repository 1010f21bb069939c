/** Scalars mod l in bigint, bytes little-endian. Upstream: src/crypto/crypto-ops.c (`sc_*`). */
import { bigintToBytes, bytesToBigint } from '../../base/bytes.ts';
import { fault } from '../faults.ts';

/** Order of the prime subgroup. */
export const L = 2n ** 252n + 27742317777372353535851937790883648493n;

export function mod(value: bigint): bigint {
  const rest = value % L;
  return rest < 0n ? rest + L : rest;
}

export function readScalar(bytes: Uint8Array): bigint {
  const value = bytesToBigint(bytes);
  if (bytes.length !== 32 || value >= L) throw fault('bad_scalar');
  return value;
}

export function writeScalar(value: bigint): Uint8Array {
  return bigintToBytes(mod(value), 32);
}

export function invert(value: bigint): bigint {
  // Extended Euclid; l is prime.
  if (mod(value) === 0n) throw fault('bad_scalar');
  let [a, b] = [mod(value), L];
  let [x, y] = [1n, 0n];
  while (a > 1n) {
    const q = b / a;
    [a, b] = [b - q * a, a];
    [x, y] = [y - q * x, x];
  }
  return mod(x);
}
