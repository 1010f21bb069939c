/**
 * The checksum of a Polyseed: 16 elements of GF(2^11) are the coefficients of a polynomial whose value at x = 2 is zero.
 * Any single wrong word is noticed. Upstream: src/gf.c of tevador/polyseed.
 */

/** Times 2, modulo x^11 + x^2 + 1. */
const double = (x: number): number => (x < 1024 ? 2 * x : (2 * x) ^ 0x805);

/** The value at 2 of the polynomial with these coefficients, the constant first. */
export function valueAtTwo(coefficients: readonly number[]): number {
  return coefficients.reduceRight((value, coefficient) => double(value) ^ coefficient, 0);
}
