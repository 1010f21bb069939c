/** The tower module gives the results of the readable twin, of plain bigint fields, and of the textbook's points. */
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bigintToBytes, bytesToBigint, concat } from '../../../src/base/bytes.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { Helios, Selene, tryTowerPoint, type TowerCurve } from '../../../src/kernel/ref/tower-cycle.ts';
import { childGenerator } from '../../../src/kernel/ref/tower-generators.ts';
import { towerHashGrow } from '../../../src/kernel/ref/tower-hash.ts';
import { toWeierstrass } from '../../../src/kernel/ref/wei25519.ts';
import { writeWideTower, type Tower } from '../../../src/kernel/tower.ts';
import { startTower, towerExports, type TowerExports } from '../../../src/kernel/wasm/tower.ts';
import { expectFault } from '../../support/faults.ts';
import {
  slowAdd,
  slowInverse,
  slowMod,
  slowMultiples,
  slowSum,
  SLOW_HELIOS,
  SLOW_SELENE,
  type SlowCurve,
  type SlowPoint,
} from '../../support/slow-curve.ts';
import { inTier, limit, seed } from '../../support/tier.ts';
import { BASE, point, TORSION } from './inputs.ts';

const CASES = inTier({ short: 300, long: 100_000 });
/** The slow multiplication takes tens of milliseconds: so many of each generator, whose sums are the cases. */
const MULTIPLES = inTier({ short: 2, long: 24 });
const PLACES = inTier({ short: 1, long: 4 });
const SUMS = inTier({ short: 20, long: 100_000 });

let tower: Tower;
let raw: TowerExports;
beforeAll(async () => {
  const bytes = await readFile(resolve(import.meta.dirname, '../../../src/kernel/wasm/tower.wasm'));
  tower = await startTower(bytes);
  raw = await towerExports(bytes);
});

const near = (order: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    // Edges of the order, of limbs and of the digits of the sums.
    fc.constantFrom(0n, 1n, 2n, order - 1n, order - 2n, (order + 1n) / 2n, 128n, 127n, (1n << 254n) - 1n),
    fc.nat(254).map((bit) => (1n << BigInt(bit)) % order),
    fc.nat(254).map((bit) => order - ((1n << BigInt(bit)) % order)),
    fc
      .constantFrom('80', '7f', 'ff', '81', '00ff')
      .map((pair) => BigInt(`0x${pair.repeat(64 / pair.length)}`) % order),
  );
const below = (order: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    { weight: 1, arbitrary: near(order) },
    { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: order - 1n }) },
  );

const wideOf = (slow: SlowPoint): Uint8Array =>
  concat(...[slow?.x ?? 0n, slow?.y ?? 0n].map((coordinate) => bigintToBytes(coordinate, 32)));

describe.each([
  ['Helios', Helios, SLOW_HELIOS, 18, 0],
  ['Selene', Selene, SLOW_SELENE, 228, 1],
] as const)('the tower module on %s', (_name, curve: TowerCurve, slow: SlowCurve, size, number) => {
  const order = curve.Fn.ORDER;
  const scalars = below(order);
  const anywhere = below(slow.p).map((x) => {
    for (let at = x; ; at++) {
      const found = tryTowerPoint(curve, bigintToBytes(at % slow.p, 32));
      if (found !== undefined && !found.is0()) return found;
    }
  });
  const generator = (index: number) => childGenerator(curve, index).toAffine();

  it(
    'multiplies and inverts in the field of the coordinates as plain integers, any 32 bytes',
    () => {
      const any = fc.oneof(below(slow.p), fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }));
      const at = raw.heapBase();
      const memory = new Uint8Array(raw.memory.buffer);
      const read = () => bytesToBigint(memory.subarray(at + 64, at + 96));
      fc.assert(
        fc.property(any, any, (a, b) => {
          memory.set(concat(bigintToBytes(a, 32), bigintToBytes(b, 32)), at);
          raw.fieldMul(at + 64, at, at + 32, number);
          expect(read()).toBe((a * b) % slow.p);
          raw.fieldInvert(at + 64, at, number);
          expect(read()).toBe(slowInverse(slowMod(a, slow.p), slow.p));
        }),
        { numRuns: CASES },
      );
    },
    limit(60),
  );

  it(
    'adds a generator to any point as the textbook, the generator itself and its negative included',
    () => {
      const index = fc.nat(size - 1);
      const kind = fc.constantFrom('any', 'any', 'any', 'same', 'negative', 'identity');
      fc.assert(
        fc.property(anywhere, index, kind, fc.boolean(), (other, at, what, minus) => {
          const g = generator(at);
          const opposite = { x: g.x, y: slow.p - g.y };
          const start = { any: other.toAffine(), same: g, negative: opposite, identity: undefined }[what];
          const expected = slowAdd(slow, start, minus ? opposite : g);
          const sum = tower.addChildren(curve, wideOf(start), at, [minus ? order - 1n : 1n]);
          expect(sum).toEqual(wideOf(expected));
        }),
        { numRuns: CASES },
      );
    },
    limit(60),
  );

  it(
    'gives sums of multiples as the textbook',
    () => {
      // Of two neighbours at a few places, the first and the last ones among them.
      const places = [0, size - 2, ...fc.sample(fc.nat(size - 2), { numRuns: PLACES, seed })];
      const known = places.map((at) => ({
        at,
        pair: [at, at + 1].map((index) =>
          slowMultiples(
            slow,
            generator(index),
            fc.sample(scalars, { numRuns: MULTIPLES, seed: seed + index }),
          ),
        ),
      }));
      const parts = fc.array(fc.nat(MULTIPLES - 1), { minLength: 1, maxLength: 3 });
      fc.assert(
        fc.property(fc.constantFrom(...known), parts, parts, anywhere, ({ at, pair }, one, other, start) => {
          const [j, k] = [one, other].map((chosen, i) =>
            slowSum(
              slow,
              order,
              chosen.map((index) => pair[i]![index]!),
            ),
          );
          const expected = slowAdd(slow, slowAdd(slow, start.toAffine(), j!.point), k!.point);
          const sum = tower.addChildren(curve, writeWideTower(start), at, [j!.k, k!.k]);
          expect(sum).toEqual(wideOf(expected));
        }),
        { numRuns: SUMS },
      );
    },
    limit(60),
  );

  it(
    'hashes chunks of any size as the readable twin',
    () => {
      const chunk = fc.oneof(
        fc.array(scalars, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(size - 1, size).chain((n) => fc.array(scalars, { minLength: n, maxLength: n })),
        // All in one bucket.
        scalars.map((scalar) => Array.from({ length: size }, () => scalar)),
      );
      fc.assert(
        fc.property(chunk, anywhere, fc.nat(), (children, start, offset) => {
          const at = offset % (size - children.length + 1);
          const readable = towerHashGrow(curve, start, at, 0n, children);
          expect(tower.addChildren(curve, writeWideTower(start), at, children)).toEqual(
            writeWideTower(readable),
          );
        }),
        { numRuns: inTier({ short: 4, long: 2_000 }) },
      );
    },
    limit(60),
  );

  it('refuses scalars of the order and more, negative ones, and children behind the last one', () => {
    const start = writeWideTower(curve.BASE);
    for (const scalar of [order, order + 1n, -1n])
      expectFault(() => tower.addChildren(curve, start, 0, [1n, scalar]), 'bad_scalar');
    expect(() => tower.addChildren(curve, start, size - 1, [1n, 1n])).toThrow('fewer children');
    expect(tower.addChildren(curve, start, 0, [])).toEqual(start);
  });
});

it(
  'the tower module gives Weierstrass coordinates as the readable twin',
  () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 5 }), (points) => {
        const fine = points.filter(
          (bytes) => !TORSION.slice(0, 2).some((t) => t.every((byte, i) => byte === bytes[i])),
        );
        expect(tower.toWeierstrass(refKernel.widen(concat(...fine)))).toEqual(fine.map(toWeierstrass));
      }),
      { numRuns: inTier({ short: 30, long: 100_000 }) },
    );
    const many = Array.from({ length: 300 }, () => BASE);
    expect(tower.toWeierstrass(refKernel.widen(concat(...many)))).toEqual(many.map(toWeierstrass));
    for (const bytes of TORSION.slice(0, 2))
      expectFault(() => tower.toWeierstrass(refKernel.widen(concat(BASE, bytes))), 'bad_point');
  },
  limit(60),
);

it('a tower module that computes wrong is refused when it starts', async () => {
  const bytes = await readFile(resolve(import.meta.dirname, '../../../src/kernel/wasm/tower.wasm'));
  // b of Selene, which the module holds as bytes.
  const b = bigintToBytes(SLOW_SELENE.b, 32);
  const at = bytes.indexOf(b);
  expect(at).toBeGreaterThan(0);
  bytes[at]! ^= 1;
  await expect(startTower(bytes)).rejects.toThrow('other results');
});
