/** Ed25519 in Weierstrass coordinates: published values, and what must hold for every point. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromHex } from '../../../src/base/hex.ts';
import { EdwardsPoint } from '../../../src/kernel/ref/point.ts';
import { L } from '../../../src/kernel/ref/scalar.ts';
import { toWeierstrass } from '../../../src/kernel/ref/wei25519.ts';
import { TORSION, UNDECODABLE } from '../../property/kernel/inputs.ts';
import { expectFault } from '../../support/faults.ts';
import { isOn, slowAdd, slowInverse, slowMod, type SlowCurve } from '../../support/slow-curve.ts';
import { inTier, limit } from '../../support/tier.ts';

const p = (1n << 255n) - 19n;
const A = 486662n;
/** Appendix E.2 of draft-ietf-lwig-curve-representations: v² = u³ + Au² + u with u = x - A/3. */
const WEI25519: SlowCurve = {
  p,
  a: slowMod((3n - A * A) * slowInverse(3n, p), p),
  b: slowMod((2n * A ** 3n - 9n * A) * slowInverse(27n, p), p),
};

it('has the constants of the draft', () => {
  expect(WEI25519.a).toBe(19298681539552699237261830834781317975544997444273427339909597334573241639236n);
  expect(WEI25519.b).toBe(55751746669818908907645289078257140818241103727901012315294400837956729358436n);
});

/** RFC 7748, section 4.1. */
const RFC_BASE = { u: 9n, v: 14781619447589544791020593568409986887264606134616475288964881837755586237401n };

it('maps the base point of Ed25519 to that of Curve25519', () => {
  expect(toWeierstrass(EdwardsPoint.BASE.toBytes())).toEqual({
    x: slowMod(RFC_BASE.u + A * slowInverse(3n, p), p),
    y: RFC_BASE.v,
  });
});

it(
  'maps points to the curve, and sums to the sums of the textbook',
  () => {
    const scalars = fc.bigInt({ min: 1n, max: L - 1n });
    const torsion = fc.constantFrom(...TORSION).map((bytes) => EdwardsPoint.fromBytes(bytes, false));
    const points = fc.tuple(scalars, torsion).map(([k, extra]) => EdwardsPoint.BASE.multiply(k).add(extra));
    fc.assert(
      fc.property(points, points, (one, other) => {
        const [first, second] = [one, other].map((point) => toWeierstrass(point.toBytes()));
        expect(isOn(WEI25519, first!)).toBe(true);
        const { y } = one.toAffine();
        // The Montgomery u.
        expect(slowMod((first!.x * 3n - A) * (1n - y) - 3n * (1n + y), p)).toBe(0n);
        const sum = one.add(other);
        if (sum.x !== 0n) expect(toWeierstrass(sum.toBytes())).toEqual(slowAdd(WEI25519, first, second));
      }),
      { numRuns: inTier({ short: 30, long: 100_000 }) },
    );
  },
  limit(30),
);

it('refuses what is no point, and the two points with x = 0', () => {
  for (const bytes of [...UNDECODABLE, TORSION[0]!, TORSION[1]!])
    expectFault(() => toWeierstrass(bytes), 'bad_point');
  expect(() => toWeierstrass(fromHex('00'.repeat(32)))).not.toThrow();
});
