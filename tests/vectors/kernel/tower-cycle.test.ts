/** Helios and Selene compared with what other programs computed. */
import { describe, expect, it } from 'vitest';
import { bytesToBigint, utf8 } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import {
  Helios,
  readTowerPoint,
  readTowerScalar,
  Selene,
  towerMultiexp,
  writeTowerPoint,
  writeTowerScalar,
  type TowerCurve,
  type TowerPoint,
} from '../../../src/kernel/ref/tower-cycle.ts';
import {
  childGenerator,
  HELIOS_HASH_INIT,
  SELENE_HASH_INIT,
  towerPointFrom,
} from '../../../src/kernel/ref/tower-generators.ts';
import { childGeneratorOf2024 } from './tower-cycle.ts';
import { towerSums } from '../../support/tower-sums.ts';
import published from './tower-cycle.json' with { type: 'json' };

const hexOf = (point: TowerPoint): string => toHex(writeTowerPoint(point));
const orNull = (work: () => string): string | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

describe.each([
  ['Helios', Helios, published.helios],
  ['Selene', Selene, published.selene],
] as const)('%s gives the published values', (_name, curve: TowerCurve, { scalar, point }) => {
  const { Fn } = curve;
  const s = (hex: string): bigint => readTowerScalar(curve, fromHex(hex));
  const p = (hex: string): TowerPoint => readTowerPoint(curve, fromHex(hex));
  const scalarHex = (value: bigint): string => toHex(writeTowerScalar(value));

  it('of scalars', () => {
    for (const { input, result } of scalar.from_bytes) expect(orNull(() => scalarHex(s(input)))).toBe(result);
    for (const { a, b, result } of scalar.add) expect(scalarHex(Fn.add(s(a), s(b)))).toBe(result);
    for (const { a, b, result } of scalar.sub) expect(scalarHex(Fn.sub(s(a), s(b)))).toBe(result);
    for (const { a, b, result } of scalar.mul) expect(scalarHex(Fn.mul(s(a), s(b)))).toBe(result);
    for (const { a, result } of scalar.invert) expect(orNull(() => scalarHex(Fn.inv(s(a))))).toBe(result);
    for (const { input, result } of scalar.reduce_wide)
      expect(scalarHex(Fn.create(bytesToBigint(fromHex(input))))).toBe(result);
  });

  it('of points', () => {
    // That program has no encoding of the identity; upstream's is 32 zeros.
    for (const { label, input, result } of point.from_bytes)
      expect(orNull(() => hexOf(p(input)))).toBe(label === 'identity_encoding' ? input : result);
    for (const { a, b, result } of point.add) expect(hexOf(p(a).add(p(b)))).toBe(result);
    for (const { a, result } of point.dbl) expect(hexOf(p(a).double())).toBe(result);
    for (const { a, result } of point.negate) expect(hexOf(p(a).negate())).toBe(result);
    for (const { scalar: k, point: of, result } of point.scalar_mul)
      expect(hexOf(p(of).multiplyUnsafe(s(k)))).toBe(result);
    for (const { scalars, points, result } of point.msm)
      expect(hexOf(towerMultiexp(curve, scalars.map(s), points.map(p)))).toBe(result);
  });

  it('by the tower module, too', async () => {
    const sum = await towerSums();
    /** The tables of the module take no identity. */
    const nonzero = (hexes: readonly string[]) => hexes.every((hex) => !p(hex).is0());
    let compared = 0;
    const compare = (point_: TowerPoint, result: string) => {
      expect(hexOf(point_)).toBe(result);
      compared += 1;
    };
    for (const { a, b, result } of point.add)
      if (nonzero([b])) compare(sum(curve, p(a), [1n], [p(b)]), result);
    for (const { a, result } of point.dbl)
      if (nonzero([a])) compare(sum(curve, curve.ZERO, [2n], [p(a)]), result);
    for (const { a, result } of point.negate)
      if (nonzero([a])) compare(sum(curve, curve.ZERO, [curve.Fn.ORDER - 1n], [p(a)]), result);
    for (const { scalar: k, point: of, result } of point.scalar_mul)
      if (nonzero([of])) compare(sum(curve, curve.ZERO, [s(k)], [p(of)]), result);
    for (const { scalars, points, result } of point.msm)
      if (nonzero(points)) compare(sum(curve, curve.ZERO, scalars.map(s), points.map(p)), result);
    expect(compared).toBeGreaterThan(10);
  });
});

it('the generators are those of upstream', () => {
  const { upstream } = published;
  expect(hexOf(HELIOS_HASH_INIT)).toBe(upstream.helios_hash_init);
  expect(hexOf(SELENE_HASH_INIT)).toBe(upstream.selene_hash_init);
  const [first, second] = [0, 1].map((i) => childGeneratorOf2024(Selene, i));
  expect([first!, second!].map(hexOf)).toEqual(upstream.selene_children);
  expect([0, 1].map((i) => hexOf(childGeneratorOf2024(Helios, i)))).toEqual(upstream.helios_children);
  expect(hexOf(SELENE_HASH_INIT.add(first!))).toBe(upstream.selene_hash_init_plus_child_0);
  expect(hexOf(SELENE_HASH_INIT.double())).toBe(upstream.selene_hash_init_doubled);
});

it('the generators of children of today differ only in how their number is written', () => {
  for (const [curve, name] of [
    [Helios, 'Helios'],
    [Selene, 'Selene'],
  ] as const)
    for (const index of [0, 17, 227])
      expect(childGenerator(curve, index)).toEqual(towerPointFrom(curve, utf8(`Monero ${name} G ${index}`)));
});
