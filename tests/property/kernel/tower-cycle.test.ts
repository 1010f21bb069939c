/** Fields and points of Helios and Selene, compared with the textbook's formulas on random and on extreme values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Helios,
  readTowerPoint,
  readTowerScalar,
  scalarOfPoint,
  Selene,
  towerMultiexp,
  tryTowerPoint,
  writeTowerPoint,
  writeTowerScalar,
  type TowerCurve,
  type TowerPoint,
} from '../../../src/kernel/ref/tower-cycle.ts';
import { bigintToBytes } from '../../../src/base/bytes.ts';
import { expectFault } from '../../support/faults.ts';
import {
  isOn,
  isSquare,
  slowAdd,
  slowInverse,
  slowMod,
  slowMultiples,
  slowMultiply,
  slowPow,
  slowSum,
  SLOW_HELIOS,
  SLOW_SELENE,
  type SlowCurve,
  type SlowPoint,
} from '../../support/slow-curve.ts';
import { inTier, limit, seed } from '../../support/tier.ts';

const CASES = inTier({ short: 60, long: 100_000 });
/** The slow multiplication takes tens of milliseconds: so many of each point, whose sums are the cases. */
const MULTIPLES = inTier({ short: 2, long: 24 });
const POINTS = inTier({ short: 2, long: 8 });
const SUMS = inTier({ short: 20, long: 100_000 });

const ofField = (order: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(0n, 1n, 2n, order - 1n, order - 2n, (order + 1n) / 2n) },
    { weight: 8, arbitrary: fc.bigInt({ min: 0n, max: order - 1n }) },
  );
const bytes32 = fc.oneof(
  { weight: 4, arbitrary: fc.uint8Array({ minLength: 32, maxLength: 32 }) },
  {
    weight: 1,
    arbitrary: fc.bigInt({ min: -40n, max: 40n }).map((by) => bigintToBytes((1n << 255n) + by, 32)),
  },
);
const affine = (point: TowerPoint): SlowPoint => (point.is0() ? undefined : point.toAffine());

describe.each([
  ['Helios', Helios, SLOW_HELIOS, SLOW_SELENE.p],
  ['Selene', Selene, SLOW_SELENE, SLOW_HELIOS.p],
] as const)('%s', (_name, curve: TowerCurve, slow: SlowCurve, order) => {
  const scalars = ofField(order);
  /** Points near the generator, both signs and the identity; equal and opposite ones are frequent. */
  const small = fc.integer({ min: -3, max: 3 });
  const toPoint = (k: number): TowerPoint => {
    const multiple = curve.BASE.multiplyUnsafe(BigInt(Math.abs(k)));
    return k < 0 ? multiple.negate() : multiple;
  };
  /** A point from an x-coordinate: about two tries. */
  const anywhere = ofField(slow.p).map((x) => {
    for (let at = x; ; at++) {
      const point = tryTowerPoint(curve, bigintToBytes(at % slow.p, 32));
      if (point !== undefined) return point;
    }
  });
  const points = fc.oneof({ weight: 1, arbitrary: small.map(toPoint) }, { weight: 4, arbitrary: anywhere });

  test('its curve and its generator are those of the specification', () => {
    const { a, b } = curve.CURVE();
    expect([curve.Fp.ORDER, slowMod(slow.a, slow.p), slow.b, curve.Fn.ORDER]).toEqual([slow.p, a, b, order]);
    expect(isOn(slow, curve.BASE.toAffine())).toBe(true);
    expect(slowMultiply(slow, order, curve.BASE.toAffine())).toBeUndefined();
  });

  test(
    'scalars are added, subtracted, multiplied and inverted as the slow ones',
    () => {
      const { Fn } = curve;
      fc.assert(
        fc.property(scalars, scalars, (a, b) => {
          expect(Fn.add(a, b)).toBe(slowMod(a + b, order));
          expect(Fn.sub(a, b)).toBe(slowMod(a - b, order));
          expect(Fn.mul(a, b)).toBe(slowMod(a * b, order));
          if (a !== 0n) expect(Fn.inv(a)).toBe(slowInverse(a, order));
          expect(readTowerScalar(curve, writeTowerScalar(a))).toBe(a);
        }),
        { numRuns: CASES },
      );
    },
    limit(30),
  );

  test(
    'points are added, doubled, negated, written and read as the slow ones',
    () => {
      fc.assert(
        fc.property(points, points, (one, other) => {
          const [slowOne, slowOther] = [affine(one), affine(other)];
          const sum = one.add(other);
          expect(affine(sum)).toEqual(slowAdd(slow, slowOne, slowOther));
          expect(affine(one.double())).toEqual(slowAdd(slow, slowOne, slowOne));
          expect(affine(one.subtract(other))).toEqual(
            slowAdd(slow, slowOne, slowOther && { x: slowOther.x, y: slowMod(-slowOther.y, slow.p) }),
          );
          expect(affine(readTowerPoint(curve, writeTowerPoint(sum)))).toEqual(affine(sum));
          if (slowOne === undefined) expectFault(() => scalarOfPoint(one), 'bad_point');
          else expect(scalarOfPoint(one)).toBe(slowOne.x);
        }),
        { numRuns: CASES },
      );
    },
    limit(60),
  );

  test(
    'any 32 bytes are a point exactly if they are the identity, or x is canonical and on the curve',
    () => {
      fc.assert(
        fc.property(bytes32, (bytes) => {
          const whole = [...bytes].reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
          const x = whole % (1n << 255n);
          const square = slowMod(x * x * x - 3n * x + slow.b, slow.p);
          const point = tryTowerPoint(curve, bytes);
          if (whole === 0n) {
            expect(point?.is0()).toBe(true);
            return;
          }
          expect(point !== undefined).toBe(x !== 0n && x < slow.p && isSquare(square, slow.p));
          if (point === undefined) return;
          expect(point.x).toBe(x);
          expect(slowPow(point.y, 2n, slow.p)).toBe(square);
          expect(point.y & 1n).toBe(whole >> 255n);
          expect(writeTowerPoint(point)).toEqual(bytes);
        }),
        { numRuns: CASES },
      );
    },
    limit(30),
  );

  test(
    'multiples and sums of multiples are the slow ones',
    () => {
      const known = [curve.ZERO, ...fc.sample(points, { numRuns: POINTS, seed })].map((point, i) => ({
        point,
        multiples: slowMultiples(
          slow,
          affine(point),
          fc.sample(scalars, { numRuns: MULTIPLES, seed: seed + i }),
        ),
      }));
      const parts = fc.array(fc.nat(MULTIPLES - 1), { minLength: 1, maxLength: 3 });
      const multiple = fc.record({ of: fc.constantFrom(...known), parts }).map((chosen) => ({
        point: chosen.of.point,
        ...{
          slow: slowSum(
            slow,
            order,
            chosen.parts.map((index) => chosen.of.multiples[index]!),
          ),
        },
      }));
      fc.assert(
        fc.property(multiple, multiple, (one, other) => {
          expect(affine(one.point.multiplyUnsafe(one.slow.k))).toEqual(one.slow.point);
          expect(affine(towerMultiexp(curve, [one.slow.k, other.slow.k], [one.point, other.point]))).toEqual(
            slowAdd(slow, one.slow.point, other.slow.point),
          );
        }),
        { numRuns: SUMS },
      );
    },
    limit(60),
  );
});
