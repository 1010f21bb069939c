/**
 * The digits by which a proof multiplies a point: digit i counts 2^i times, and all digits add up to their number, so that
 * every divisor has as many zeros. From bits, the highest digit is split into two of the next lower place until the sum is
 * right; a scalar smaller than the number of digits is taken with the order added to it.
 * Upstream: `ScalarDecomposition` in crypto/divisors/src/lib.rs of kayabaNerve/monero-oxide, branch fcmp++ at dc1b3dbe4.
 */

/** `count` is the number of bits of the order. Throws Error (a bug) for zero. */
export function digitsOf(scalar: bigint, order: bigint, count: number): number[] {
  if (scalar <= 0n || scalar >= order) throw new Error('zero is no blind');
  const digits = bitsOf(scalar, count);
  if (scalar < BigInt(count)) {
    for (const [i, bit] of bitsOf(order - 1n, count).entries()) digits[i]! += bit;
    digits[0]! += 1;
  }
  let sum = digits.reduce((total, digit) => total + digit);
  // Upstream carries eight times at most, also if the sum is too small. Only small scalars have digits above 1 here.
  for (let carries = 0; carries < 8 && sum !== count; carries++) {
    const at = digits.findIndex((digit) => digit > 1);
    if (at < 0) break;
    digits[at]! -= 2;
    digits[at + 1]! += 1;
    sum -= 1;
  }
  for (let at = count - 1; sum < count;) {
    if (digits[at] === 0) {
      at -= 1;
      continue;
    }
    digits[at]! -= 1;
    digits[at - 1]! += 2;
    sum += 1;
  }
  return digits;
}

const bitsOf = (value: bigint, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Number((value >> BigInt(i)) & 1n));
