/**
 * The checksum of a Polyseed. The 16 words are elements of GF(2^11) and coefficients of a polynomial whose value at x
 * = 2 must be zero; any single wrong word changes it. Upstream: src/gf.c of tevador/polyseed.
 */

/** Times 2, modulo x^11 + x^2 + 1. */
const double = (x: number): number => (x < 1024 ? 2 * x : (2 * x) ^ 0x805);

/** The inverse of `double`. */
const half = (x: number): number => (x % 2 === 0 ? x : x ^ 0x805) >> 1;

/** For each position the number that would make the value at x = 2 zero, if all others are right. */
export function fittingReplacements(coefficients: readonly number[]): number[] {
  let error = valueAtTwo(coefficients);
  return coefficients.map((coefficient) => {
    const fitting = coefficient ^ error;
    error = half(error);
    return fitting;
  });
}

/** The value at x = 2 of the polynomial with these coefficients, constant first. */
export function valueAtTwo(coefficients: readonly number[]): number {
  return coefficients.reduceRight((value, coefficient) => double(value) ^ coefficient, 0);
}
