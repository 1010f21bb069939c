/** Hashes of chunks on the real curves, compared with sums of the textbook's multiples. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Helios, Selene, type TowerCurve, type TowerPoint } from '../../../src/kernel/ref/tower-cycle.ts';
import { childGenerator } from '../../../src/kernel/ref/tower-generators.ts';
import { towerHashGrow, towerHashInit, towerHashTrim } from '../../../src/kernel/ref/tower-hash.ts';
import {
  slowAdd,
  slowMod,
  slowMultiply,
  SLOW_HELIOS,
  SLOW_SELENE,
  type SlowCurve,
  type SlowPoint,
} from '../../support/slow-curve.ts';
import { inTier, limit } from '../../support/tier.ts';

const affine = (point: TowerPoint): SlowPoint => (point.is0() ? undefined : point.toAffine());

describe.each([
  ['Selene', Selene, SLOW_SELENE, 228],
  ['Helios', Helios, SLOW_HELIOS, 18],
] as const)('hashes on %s', (_name, curve: TowerCurve, slow: SlowCurve, size) => {
  const order = curve.Fn.ORDER;
  const scalar = fc.oneof(fc.constantFrom(0n, 1n, order - 1n), fc.bigInt({ min: 0n, max: order - 1n }));
  const some = fc.array(scalar, { minLength: 1, maxLength: 3 });
  const offsets = fc.nat(size - 3);
  const whole = (children: readonly bigint[]): TowerPoint =>
    towerHashGrow(curve, towerHashInit(curve), 0, 0n, children);

  it(
    'add, replace and take away children as the textbook',
    () => {
      fc.assert(
        fc.property(some, offsets, scalar, (children, offset, old) => {
          const init = towerHashInit(curve);
          let expected = affine(init);
          for (const [i, child] of children.entries()) {
            const k = i === 0 ? slowMod(child - old, order) : child;
            expected = slowAdd(
              slow,
              expected,
              slowMultiply(slow, k, affine(childGenerator(curve, offset + i))),
            );
          }
          const grown = towerHashGrow(curve, init, offset, old, children);
          expect(affine(grown)).toEqual(expected);
          expect(affine(towerHashTrim(curve, grown, offset, children, old))).toEqual(affine(init));
        }),
        { numRuns: inTier({ short: 2, long: 1_000 }) },
      );
    },
    limit(30),
  );

  it(
    'are the same in one step and in several, as upstream tests it',
    () => {
      fc.assert(
        fc.property(some, scalar, scalar, (first, third, other) => {
          const one = whole(first);
          const two = towerHashGrow(curve, one, first.length, 0n, [third]);
          expect(two.equals(whole([...first, third]))).toBe(true);
          const replaced = towerHashGrow(curve, two, first.length, third, [other]);
          expect(replaced.equals(whole([...first, other]))).toBe(true);
          expect(towerHashTrim(curve, two, first.length, [third], 0n).equals(one)).toBe(true);
        }),
        { numRuns: inTier({ short: 3, long: 2_000 }) },
      );
    },
    limit(30),
  );
});
