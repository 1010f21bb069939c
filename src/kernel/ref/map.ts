/**
 * The biased Elligator-like map from 32 bytes to a point, in bigint.
 * Upstream: src/crypto/crypto-ops.c, `ge_fromfe_frombytes_vartime` (paper: Shallue-van de Woestijne style map on the
 * Montgomery form, A = 486662). Not RFC 9380. Vectors: check_key and hash_to_ec lines of the official tests.
 */
import { bytesToBigint } from '../../base/bytes.ts';

export const P = 2n ** 255n - 19n;
const A = 486662n;

const modP = (value: bigint): bigint => {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
};
const pow = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  let square = modP(base);
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
};
const invP = (value: bigint): bigint => pow(value, P - 2n);
const SQRT_M1 = pow(2n, (P - 1n) / 4n);

/** A square root of `value`, or undefined when there is none. The caller must choose between the two roots. */
const sqrt = (value: bigint): bigint | undefined => {
  const candidate = pow(value, (P + 3n) / 8n);
  if ((candidate * candidate) % P === modP(value)) return candidate;
  const other = (candidate * SQRT_M1) % P;
  return (other * other) % P === modP(value) ? other : undefined;
};

const nonNegative = (root: bigint): bigint => (root & 1n ? P - root : root);

/**
 * Affine (x, y) of the map. All 256 bits of the input count (no bit is masked).
 * With w = 2u² + 1 and v = w² - 2A²u²: exactly one of 2A(A+2)·w/v and A(A+2)·w/v is a square.
 */
export function mapToAffine(bytes: Uint8Array): { x: bigint; y: bigint } {
  const u = modP(bytesToBigint(bytes));
  const twoUU = modP(2n * u * u);
  const w = modP(twoUU + 1n);
  const ratio = modP(w * invP(modP(w * w - A * A * twoUU)));
  const square = sqrt(modP(2n * A * (A + 2n) * ratio));
  // First case: the non-negative root of x; second case: the negative one.
  const x =
    square !== undefined
      ? nonNegative(modP(u * square))
      : modP(-nonNegative(sqrt(modP(A * (A + 2n) * ratio))!));
  const z = square !== undefined ? modP(-A * twoUU) : modP(-A);
  return { x, y: modP((z - w) * invP(modP(z + w))) };
}
