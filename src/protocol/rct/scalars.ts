/**
 * Scalars mod l as bigint, for the long vectors of range proofs: converting at both ends is faster than a kernel call
 * per product. Not constant-time (bigint never is), but the control flow does not depend on the values.
 */
import type { Scalar } from '../../base/brands.ts';
import { bytesToBigint } from '../../base/bytes.ts';
import { invert as kernelInvert, L, mod } from '../../kernel/ref/scalar.ts';

export { L, mod };

/** Reduced bytes to bigint. */
export function toBig(scalar: Scalar): bigint {
  return bytesToBigint(scalar);
}

/** Reduces many values; 32 bytes each in one buffer. */
export function toList(values: readonly bigint[]): Uint8Array {
  const out = new Uint8Array(32 * values.length);
  const view = new DataView(out.buffer);
  // Four 64-bit words: much faster than byte by byte, and proofs convert thousands of values.
  for (const [i, value] of values.entries()) {
    const reduced = mod(value);
    view.setBigUint64(32 * i, reduced, true);
    view.setBigUint64(32 * i + 8, reduced >> 64n, true);
    view.setBigUint64(32 * i + 16, reduced >> 128n, true);
    view.setBigUint64(32 * i + 24, reduced >> 192n, true);
  }
  return out;
}

export function toBytes(value: bigint): Uint8Array {
  return toList([value]);
}

/** 1/value. Fault `bad_scalar` for zero. */
export const invert = kernelInvert;

/** 1/8. */
export const INV_8 = invert(8n);

/** 1, x, x², … (n of them). */
export function powers(x: bigint, n: number): bigint[] {
  const out: bigint[] = [];
  for (let i = 0, power = 1n; i < n; i++, power = mod(power * x)) out.push(power);
  return out;
}

/** x + x² + … + x^n. */
export function sumOfPowers(x: bigint, n: number): bigint {
  let sum = 0n;
  for (let i = 0, power = mod(x); i < n; i++, power = mod(power * x)) sum += power;
  return mod(sum);
}
