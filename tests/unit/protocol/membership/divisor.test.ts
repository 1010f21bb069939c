/** Divisors and digits of scalars, compared with those of upstream. */
import { describe, expect, it } from 'vitest';
import { bigintToBytes, bytesToBigint, concat } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { blake2bStream } from '../../../../src/kernel/hash/blake2b-stream.ts';
import { EdwardsPoint } from '../../../../src/kernel/ref/point.ts';
import { Helios, Selene } from '../../../../src/kernel/ref/tower-cycle.ts';
import { doublings, negate, type AffinePoint } from '../../../../src/protocol/membership/affine.ts';
import { digitsOf } from '../../../../src/protocol/membership/digits.ts';
import { divisorOf } from '../../../../src/protocol/membership/divisor.ts';
import type { Polynomial } from '../../../../src/protocol/membership/polynomial.ts';
import curves from '../../../vectors/fcmp/divisors.json' with { type: 'json' };

const number = (hex: string): bigint => bytesToBigint(fromHex(hex));
const pointOf = (hex: string): AffinePoint => ({ x: number(hex.slice(0, 64)), y: number(hex.slice(64)) });
const bytesOf = (polynomial: Polynomial): Uint8Array =>
  concat(...polynomial.map((coefficient) => bigintToBytes(coefficient, 32)));
const FIELDS = {
  Ed25519: { field: Selene.Fn, order: EdwardsPoint.Fn.ORDER },
  Selene: { field: Helios.Fn, order: Selene.Fn.ORDER },
  Helios: { field: Selene.Fn, order: Helios.Fn.ORDER },
};

describe.each(curves)('on $curve', ({ curve: name, a, b, sets, multiples }) => {
  const { field, order } = FIELDS[name as keyof typeof FIELDS];
  const curve = { field, a: number(a), b: number(b) };

  it('a divisor of some points is that of the judge', () => {
    for (const set of sets) {
      // The last one is minus the sum of the others.
      const points = set.points.map(pointOf);
      const { divisor, sum } = divisorOf(curve, points.slice(0, -1));
      expect(sum).toEqual(negate(field, points.at(-1)!));
      // One of two points has no y.
      expect(toHex(bytesOf(divisor.a))).toBe(set.a);
      expect(toHex(bytesOf(divisor.b.length === 0 ? [0n] : divisor.b))).toBe(set.b);
    }
  });

  it('a multiple of a point has the digits and the divisor of the judge', () => {
    for (const { base, scalar, digits, result, hash } of multiples) {
      const count = digits.split(',').length;
      const made = digitsOf(number(scalar), order, count);
      expect(made.join(',')).toBe(digits);
      const steps = doublings(curve, pointOf(base), count);
      const points = made.flatMap((digit, i) => Array.from({ length: digit }, () => steps[i]!));
      const { divisor, sum } = divisorOf(curve, points);
      expect(sum).toEqual(pointOf(result));
      const hashed = blake2bStream(32);
      hashed.add(concat(bytesOf(divisor.a), bytesOf(divisor.b)));
      expect(toHex(hashed.digest())).toBe(hash);
    }
  });
});
