/**
 * Ed25519 from the textbook: affine points of -x² + y² = 1 + d·x²·y² and Elligator 2 on its Montgomery curve, as RFC 7748
 * and the paper on Elligator (Bernstein, Hamburg, Krasnova, Lange 2013) give them. Slow, and shares no code with the
 * implementations that are compared with it.
 */
import { isSquare, slowInverse, slowMod, slowPow } from './slow-curve.ts';

const P = (1n << 255n) - 19n;
const D = slowMod(-121665n * slowInverse(121666n, P), P);
const A = 486662n;

export interface SlowEdwards {
  readonly x: bigint;
  readonly y: bigint;
}

export function slowEdwardsAdd(one: SlowEdwards, other: SlowEdwards): SlowEdwards {
  const product = slowMod(D * one.x * other.x * one.y * other.y, P);
  return {
    x: slowMod((one.x * other.y + other.x * one.y) * slowInverse(1n + product, P), P),
    y: slowMod((one.y * other.y + one.x * other.x) * slowInverse(slowMod(1n - product, P), P), P),
  };
}

/** For p = 5 mod 8. */
const root = (square: bigint): bigint => {
  const candidate = slowPow(square, (P + 3n) / 8n, P);
  return slowMod(candidate * candidate - square, P) === 0n
    ? candidate
    : slowMod(candidate * slowPow(2n, (P - 1n) / 4n, P), P);
};

/**
 * Elligator 2 with the non-square 2. Of its two candidates u the map takes the second one if a point has it, and then the
 * even x; else the first one and the odd x.
 */
export function slowMap(bytes: Uint8Array): SlowEdwards {
  const r = slowMod(
    bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n),
    P,
  );
  const first = slowMod(-A * slowInverse(slowMod(1n + 2n * r * r, P), P), P);
  const second = slowMod(-A - first, P);
  const isCandidate = isSquare(slowMod(second ** 3n + A * second ** 2n + second, P), P);
  const u = isCandidate ? second : first;
  const y = slowMod((u - 1n) * slowInverse(u + 1n, P), P);
  const x = root(slowMod((y * y - 1n) * slowInverse(slowMod(D * y * y + 1n, P), P), P));
  const isOdd = (x & 1n) === 1n;
  return { x: isOdd === isCandidate ? slowMod(-x, P) : x, y };
}

export function writeSlowEdwards({ x, y }: SlowEdwards): Uint8Array {
  const whole = y | ((x & 1n) << 255n);
  return Uint8Array.from({ length: 32 }, (_, i) => Number((whole >> BigInt(8 * i)) & 255n));
}
