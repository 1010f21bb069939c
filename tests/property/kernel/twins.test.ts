/** Every build equals ref/ on random and edge inputs: the same bytes, or the same fault. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { asSecretKey } from '../../../src/base/brands.ts';
import { bigintToBytes, concat, u64le, xorBytes } from '../../../src/base/bytes.ts';
import { isFault } from '../../../src/base/fault.ts';
import type { Kernel } from '../../../src/kernel/interface.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { edwardsToX25519 } from '../../../src/kernel/ref/x25519.ts';
import { inTier } from '../../support/tier.ts';
import { BUILDS, startOnNode } from './builds.ts';
import {
  BASE,
  EDGE_SCALARS,
  IDENTITY,
  maybePoint,
  point,
  random32,
  scalar,
  TORSION,
  UNDECODABLE,
  UNREDUCED,
} from './inputs.ts';

const outcome = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (isFault(error)) return `fault ${error.code}`;
    throw error;
  }
};

const P = 2n ** 255n - 19n;
/** u-coordinates of points of small order, of p and more, and with the highest bit. */
const ODD_US: readonly Uint8Array[] = [
  ...[0n, 1n, 9n, P - 1n, P, P + 1n, P + 9n, P + 18n, 2n ** 256n - 1n, 2n ** 255n, 2n ** 255n + 9n].map((n) =>
    bigintToBytes(n, 32),
  ),
  ...[4, 6].map((at) => edwardsToX25519(TORSION[at]!)),
];

/** The number of tries, a quarter of it in `npm test`. */
const tries = (long: number): { readonly numRuns: number } => ({
  numRuns: inTier({ short: Math.ceil(long / 4), long }),
});

describe('every build gives the results of ref', () => {
  let builds: readonly (readonly [name: string, kernel: Kernel])[];
  beforeAll(async () => {
    builds = await Promise.all(BUILDS.map(async (build) => [build, await startOnNode(build)] as const));
  });
  const same = (ask: (kernel: Kernel) => unknown): void => {
    const wanted = outcome(() => ask(refKernel));
    for (const [build, kernel] of builds)
      expect(
        outcome(() => ask(kernel)),
        build,
      ).toEqual(wanted);
  };
  const list = (item: fc.Arbitrary<Uint8Array>, maxLength: number) => fc.array(item, { maxLength });

  it('on scalars', () => {
    fc.assert(
      fc.property(scalar, scalar, scalar, (a, b, c) => {
        same((k) => k.scalarAdd(a, b));
        same((k) => k.scalarSub(a, b));
        same((k) => k.scalarMul(a, b));
        same((k) => k.scalarMulAdd(a, b, c));
        same((k) => k.scalarInvert(a));
      }),
      tries(300),
    );
  });
  it('on any bytes read as scalars', () => {
    fc.assert(
      fc.property(random32, random32, (a, b) => {
        same((k) => k.scalarReduce(a));
        same((k) => k.scalarReduce(concat(a, b)));
        same((k) => k.isReducedScalar(a));
        same((k) => k.scalarAdd(a, b));
      }),
      tries(300),
    );
  });
  it('on any bytes read as points', () => {
    fc.assert(
      fc.property(maybePoint, maybePoint, (a, b) => {
        same((k) => k.isOnCurve(a));
        same((k) => k.isInPrimeSubgroup(a));
        same((k) => k.pointAdd(a, b));
        same((k) => k.pointSub(a, b));
      }),
      tries(100),
    );
  });
  it('on products', () => {
    fc.assert(
      fc.property(scalar, scalar, maybePoint, maybePoint, (s, t, a, b) => {
        same((k) => k.mulBase(s));
        same((k) => k.mul(s, a));
        same((k) => k.mul8(s, a));
        same((k) => k.mulBaseAdd(s, t, a));
        same((k) => k.mulAdd2(s, a, t, b));
      }),
      tries(60),
    );
  });
  it('on the biased map', () => {
    fc.assert(
      fc.property(fc.oneof(random32, maybePoint), fc.uint8Array({ maxLength: 300 }), (bytes, data) => {
        same((k) => k.mapToPoint(bytes));
        same((k) => k.hashToPoint(data));
        same((k) => k.keccak256(data));
      }),
      tries(100),
    );
  });
  it('on sums of a few and of many products', () => {
    const items = fc.array(fc.tuple(scalar, point), { maxLength: 12 });
    fc.assert(
      fc.property(items, (pairs) => {
        same((k) =>
          k.multiexp(
            pairs.map(([s]) => s),
            pairs.map(([, p]) => p),
          ),
        );
      }),
      tries(25),
    );
    // 149 and 150: sizes on either side of the change of algorithm; the sizes above change the window.
    for (const n of [149, 150, 151, 512]) {
      const pairs = fc.sample(fc.tuple(scalar, point), { numRuns: n, seed: n });
      same((k) =>
        k.multiexp(
          pairs.map(([s]) => s),
          pairs.map(([, p]) => p),
        ),
      );
    }
  });
  it('on wide points: decoding, sums, and many sums with the same scalars', () => {
    const items = fc.array(fc.tuple(scalar, point), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(items, list(maybePoint, 5), fc.nat(3), (pairs, otherPoints, k) => {
        const scalars = concat(...pairs.map(([s]) => s));
        const points = concat(...pairs.map(([, p]) => p));
        same((kernel) => kernel.widen(points));
        same((kernel) => kernel.widen(concat(...otherPoints)));
        const wide = refKernel.widen(points);
        same((kernel) => kernel.multiexpWide(scalars, wide));
        const few = scalars.subarray(0, 32 * (k + 1));
        same((kernel) =>
          kernel.foldWide(few, wide.subarray(0, wide.length - (wide.length % (2 * few.length)))),
        );
      }),
      tries(15),
    );
    for (const n of [149, 150]) {
      const pairs = fc.sample(fc.tuple(scalar, point), { numRuns: n, seed: n });
      const scalars = concat(...pairs.map(([s]) => s));
      const wide = refKernel.widen(concat(...pairs.map(([, p]) => p)));
      same((kernel) => kernel.widen(concat(...pairs.map(([, p]) => p))));
      same((kernel) => kernel.multiexpWide(scalars, wide));
      // More sums than fit into one chunk.
      same((kernel) => kernel.foldWide(scalars.subarray(0, 32), wide));
    }
    const short = fc.sample(point, { numRuns: 200, seed: 7 });
    const bits = concat(
      ...short.map((_, i) => Uint8Array.from({ length: 32 }, (_byte, j) => (j === 0 ? i % 3 : 0))),
    );
    same((kernel) => kernel.multiexpWide(bits, refKernel.widen(concat(...short))));
  });
  it('on 64 bytes that are not a wide point', () => {
    const one = IDENTITY; // the same 32 bytes
    const good = refKernel.widen(BASE);
    const strange = [
      ...UNDECODABLE.flatMap((bytes) => [concat(bytes, BASE), concat(good.slice(0, 32), bytes)]),
      good.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
      good.map((byte, i) => (i === 31 ? byte ^ 0x80 : byte)),
      good.map((byte, i) => (i === 63 ? byte ^ 0x80 : byte)),
      new Uint8Array(64),
    ];
    for (const bytes of strange) {
      same((kernel) => kernel.multiexpWide(one, bytes));
      same((kernel) => kernel.multiexpWide(concat(one, one), concat(good, bytes)));
      same((kernel) => kernel.foldWide(one, concat(bytes, good)));
      same((kernel) => kernel.foldWide(concat(one, one), concat(good, good, good, bytes)));
      for (const [build, kernel] of builds)
        expect(
          outcome(() => kernel.multiexpWide(one, bytes)),
          build,
        ).toBe('fault bad_point');
    }
    for (const t of TORSION) same((kernel) => kernel.foldWide(one, concat(refKernel.widen(t), good)));
    for (const s of EDGE_SCALARS)
      same((kernel) => kernel.foldWide(concat(s, one), concat(good, good, good, good)));
    for (const s of UNREDUCED) {
      same((kernel) => kernel.multiexpWide(s, good));
      same((kernel) => kernel.foldWide(s, good));
    }
    same((kernel) => kernel.multiexpWide(one, good.subarray(0, 32)));
    same((kernel) => kernel.foldWide(concat(one, one), good));
    same((kernel) => kernel.foldWide(new Uint8Array(), good));
    same((kernel) => kernel.foldWide(one.subarray(1), good));
    same((kernel) => kernel.widen(BASE.subarray(1)));
    same((kernel) => kernel.foldWide(one, new Uint8Array()));
    same((kernel) => kernel.multiexpWide(new Uint8Array(), new Uint8Array()));
  });
  it('on batches of any input', () => {
    fc.assert(
      fc.property(scalar, list(maybePoint, 9), list(scalar, 9), maybePoint, (s, points, scalars, p) => {
        same((k) => k.deriveBatch(asSecretKey(s), concat(...points)));
        same((k) => k.primeSubgroupBatch(concat(...points)));
        same((k) => k.mulBaseBatch(concat(...scalars)));
        if (scalars.length === 0) return;
        same((k) => k.addMulBaseBatch(p, concat(...scalars)));
        same((k) => k.addMulBatch(points[0] ?? p, p, concat(...scalars)));
      }),
      tries(40),
    );
  });
  it('on products on Curve25519, for any bytes and in either lane', () => {
    const u = fc.oneof(
      random32,
      fc.constantFrom(...ODD_US),
      fc.bigInt({ min: 0n, max: 40n }).map((n) => bigintToBytes(n, 32)),
    );
    fc.assert(
      fc.property(scalar, list(u, 5), (s, us) => {
        same((k) => k.mulX25519Batch(asSecretKey(s), concat(...us)));
      }),
      tries(40),
    );
    for (const s of EDGE_SCALARS) {
      same((k) => k.mulX25519Batch(asSecretKey(s), concat(...ODD_US)));
      same((k) => k.mulX25519Batch(asSecretKey(s), concat(...ODD_US.slice(1))));
    }
    // More than fit into one chunk.
    const [s] = fc.sample(scalar, { numRuns: 1, seed: 5 });
    same((k) => k.mulX25519Batch(asSecretKey(s!), concat(...fc.sample(u, { numRuns: 131, seed: 5 }))));
    same((k) => k.mulX25519Batch(asSecretKey(UNREDUCED[0]!), BASE));
    same((k) => k.mulX25519Batch(asSecretKey(s!), new Uint8Array()));
    expect(() => refKernel.mulX25519Batch(asSecretKey(s!), new Uint8Array(31))).toThrow();
    for (const [, kernel] of builds)
      expect(() => kernel.mulX25519Batch(asSecretKey(s!), new Uint8Array(31))).toThrow();
  });
  it('on subgroup checks, with every edge point in either lane', () => {
    const points = [
      ...TORSION,
      ...UNDECODABLE,
      BASE,
      ...TORSION.map((t) => refKernel.pointAdd(BASE, t)),
      BASE,
    ];
    const want = points.map((p) => (refKernel.isInPrimeSubgroup(p) ? 1 : 0));
    for (const [build, kernel] of builds)
      for (const from of [0, 1])
        for (const to of [points.length, points.length - 1])
          expect([...kernel.primeSubgroupBatch(concat(...points.slice(from, to)))], build).toEqual(
            want.slice(from, to),
          );
  });
  it('on key images', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(scalar, random32), { maxLength: 7 }), (pairs) => {
        same((k) =>
          k.keyImageBatch(concat(...pairs.map(([s]) => s)), concat(...pairs.map(([, key]) => key))),
        );
      }),
      tries(40),
    );
  });
  it('on opened outputs, also in more than one chunk of them', () => {
    const output = fc.tuple(fc.nat(3), fc.nat(2 ** 32 - 1), fc.uint8Array({ minLength: 8, maxLength: 8 }));
    const all = (ds: readonly Uint8Array[], outputs: readonly [number, number, Uint8Array][]) => {
      const which = Uint32Array.from(outputs, ([at]) => at);
      const indices = Uint32Array.from(outputs, ([, index]) => index);
      same((k) =>
        k.openBatch(concat(...ds), which, indices, concat(...outputs.map(([, , amount]) => amount))),
      );
    };
    const derivations = fc.array(random32, { minLength: 4, maxLength: 4 });
    fc.assert(fc.property(derivations, fc.array(output, { maxLength: 7 }), all), tries(40));
    const ds = fc.sample(derivations, { numRuns: 1, seed: 3 })[0]!;
    all(ds, fc.sample(output, { numRuns: 131, seed: 3 }));
    // Amounts whose digits are extreme.
    const shared = Uint32Array.of(0);
    const [pad] = [refKernel.openBatch(ds[0]!, shared, shared, new Uint8Array(8)).amounts];
    for (const amount of [0n, 1n, 8n, 2n ** 63n, 2n ** 64n - 1n, 0x8888888888888888n, 0x7777777777777777n])
      all(ds, [[0, 0, xorBytes(pad, u64le(amount))]]);
  });
  it('on the Merkle root of any number of ids', () => {
    fc.assert(
      fc.property(fc.array(random32, { minLength: 1, maxLength: 70 }), (ids) => {
        same((k) => k.treeHash(concat(...ids)));
      }),
      tries(60),
    );
  });
  it('on view tags and spend keys', () => {
    const output = fc.tuple(fc.nat(3), fc.nat(2 ** 32 - 1), maybePoint);
    fc.assert(
      fc.property(
        fc.array(random32, { minLength: 4, maxLength: 4 }),
        fc.array(output, { maxLength: 7 }),
        (ds, outputs) => {
          const which = Uint32Array.from(outputs, ([at]) => at);
          const indices = Uint32Array.from(outputs, ([, index]) => index);
          const keys = concat(...outputs.map(([, , key]) => key));
          same((k) => k.viewTagBatch(concat(...ds), which, indices));
          same((k) => k.spendKeyBatch(concat(...ds), which, indices, keys));
        },
      ),
      tries(40),
    );
  });
});
