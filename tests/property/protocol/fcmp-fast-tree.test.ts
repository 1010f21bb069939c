/** The tree of outputs with the fast arithmetic has the leaves, hashes and roots of the readable one. */
import '../../support/some-kernel.ts';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { asCommitment, asPublicKey } from '../../../src/base/brands.ts';
import { concat } from '../../../src/base/bytes.ts';
import { unbiasedHashToPoint } from '../../../src/kernel/ref/hash-to-point-unbiased.ts';
import { readTowerPoint, Selene, Helios, type TowerPoint } from '../../../src/kernel/ref/tower-cycle.ts';
import { hashToPointUnbiased } from '../../../src/kernel/unbiased-hash.ts';
import { writeWideTower, type WideTowerPoint } from '../../../src/kernel/tower.ts';
import { startTower } from '../../../src/kernel/wasm/tower.ts';
import { fastTreeRules } from '../../../src/protocol/fcmp/fast-tree.ts';
import { leafScalars, type ChainOutput, type LeafScalars } from '../../../src/protocol/fcmp/output.ts';
import type { TreeRules } from '../../../src/protocol/fcmp/path-cache.ts';
import { rootOfFrontier } from '../../../src/protocol/fcmp/paths.ts';
import { towerHasher } from '../../../src/protocol/fcmp/tree-hasher.ts';
import { isSelene } from '../../../src/protocol/fcmp/tree-shape.ts';
import { addLeaves, EMPTY_TREE, frontierOf, trimTree, type Tree } from '../../../src/protocol/fcmp/tree.ts';
import { expectFault } from '../../support/faults.ts';
import { inTier, limit } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { maybePoint, point, random32, TORSION } from '../kernel/inputs.ts';

let fast: TreeRules<WideTowerPoint>;
beforeAll(async () => {
  await useWasmKernel();
  const file = resolve(import.meta.dirname, '../../../src/kernel/wasm/tower.wasm');
  fast = fastTreeRules(await startTower(await readFile(file)));
});

const output: fc.Arbitrary<ChainOutput> = fc.record({
  key: fc.oneof({ weight: 3, arbitrary: point }, { weight: 1, arbitrary: maybePoint }).map(asPublicKey),
  commitment: fc.oneof(point, fc.constantFrom(...TORSION)).map(asCommitment),
  kind: fc.constantFrom('legacy' as const, 'carrot' as const),
});

it(
  'has the leaves of the readable one for any outputs',
  () => {
    let entered = 0;
    fc.assert(
      fc.property(output, (one) => {
        const leaf = fast.leafOf!(one);
        expect(leaf).toEqual(leafScalars(one));
        if (leaf) entered += 1;
      }),
      { numRuns: inTier({ short: 60, long: 20_000 }) },
    );
    expect(entered).toBeGreaterThan(10);
  },
  limit(60),
);

it(
  'uses the unbiased hash to a point of the readable kernel',
  () => {
    fc.assert(
      fc.property(fc.oneof(random32, fc.uint8Array({ maxLength: 200 })), (data) => {
        expect(hashToPointUnbiased(data)).toEqual(unbiasedHashToPoint(data));
      }),
      { numRuns: inTier({ short: 60, long: 100_000 }) },
    );
  },
  limit(60),
);

const wide = ({ leaves, layers }: Tree<TowerPoint>): Tree<WideTowerPoint> => ({
  leaves,
  layers: layers.map((layer) => layer.map(writeWideTower)),
});

it(
  'has the hashes and the root of the readable one after growth and trimming',
  () => {
    const number = fc.bigInt({ min: 0n, max: Selene.Fn.ORDER - 1n });
    const leaf = fc.tuple(number, number, number, number, number, number) as fc.Arbitrary<LeafScalars>;
    const sizes = inTier({ short: 45, long: 120 });
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.array(leaf, { minLength: 1, maxLength: sizes }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: sizes }) },
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), (steps) => {
        let readable: Tree<TowerPoint> = EMPTY_TREE;
        let quick: Tree<WideTowerPoint> = EMPTY_TREE;
        for (const each of steps) {
          if (typeof each === 'number') {
            const left = Math.max(0, readable.leaves.length - each);
            readable = trimTree(readable, left, towerHasher);
            quick = trimTree(quick, left, fast.hasher);
          } else {
            readable = addLeaves(readable, each, towerHasher);
            quick = addLeaves(quick, each, fast.hasher);
          }
          expect(quick).toEqual(wide(readable));
        }
        const root = rootOfFrontier(frontierOf(readable), towerHasher);
        expect(rootOfFrontier(frontierOf(quick), fast.hasher)).toEqual(root && writeWideTower(root));
      }),
      { numRuns: inTier({ short: 3, long: 150 }) },
    );
  },
  limit(60),
);

it('has no scalar for a hash that is the identity, as the readable one', () => {
  const none = readTowerPoint(Helios, new Uint8Array(32));
  expectFault(() => towerHasher.scalarOf(1, none), 'bad_point');
  expectFault(() => fast.hasher.scalarOf(1, writeWideTower(none)), 'bad_point');
  expect(isSelene(1)).toBe(false);
  expect(concat(writeWideTower(none))).toEqual(new Uint8Array(64));
});
