/** The tree of outputs: grown and trimmed in any steps, it is the tree that its definition gives for its leaves. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growTree } from '../../../src/protocol/fcmp/frontier.ts';
import { rootOfFrontier } from '../../../src/protocol/fcmp/paths.ts';
import { layerSizes, WIDTHS, type TreeWidths } from '../../../src/protocol/fcmp/tree-shape.ts';
import { addLeaves, EMPTY_TREE, frontierOf, trimTree, type Tree } from '../../../src/protocol/fcmp/tree.ts';
import { slowLayers } from '../../support/slow-tree.ts';
import { inTier, limit } from '../../support/tier.ts';
import { toyHash, toyHasher, toyLeaf } from '../../support/toy-tree.ts';

const CASES = inTier({ short: 200, long: 100_000 });

/** Widths of upstream's own tests are 2 and 3. */
const widths: fc.Arbitrary<TreeWidths> = fc.oneof(
  fc.record({ selene: fc.integer({ min: 2, max: 5 }), helios: fc.integer({ min: 2, max: 5 }) }),
  fc.constant({ selene: 2, helios: 3 }),
);
/** Leaves to add, or to take away if negative. */
const steps = fc.array(fc.integer({ min: -15, max: 20 }), { minLength: 1, maxLength: 6 });

const leavesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => toyLeaf(first + i));
const byDefinition = (leaves: Tree<bigint>['leaves'], of: TreeWidths): Tree<bigint> => ({
  leaves,
  layers: slowLayers(leaves, of, toyHash, (element) => element),
});

describe('the tree of outputs', () => {
  it(
    'has the hashes of its definition after any steps of growth and of trimming',
    () => {
      fc.assert(
        fc.property(widths, steps, (of, changes) => {
          let tree: Tree<bigint> = EMPTY_TREE;
          let number = 0;
          for (const change of changes) {
            const count = tree.leaves.length;
            if (change < 0) tree = trimTree(tree, Math.max(0, count + change), toyHasher, of);
            else tree = addLeaves(tree, leavesFrom(number, change), toyHasher, of);
            number += Math.abs(change);
            expect(tree).toEqual(byDefinition(tree.leaves, of));
            expect(tree.layers.map((layer) => layer.length)).toEqual(layerSizes(tree.leaves.length, of));
          }
        }),
        { numRuns: CASES },
      );
    },
    limit(30),
  );

  it(
    'grows from its right edge alone, and keeps the edge that the whole tree has',
    () => {
      fc.assert(
        fc.property(widths, fc.nat(60), fc.nat(60), (of, before, added) => {
          const leaves = leavesFrom(0, before);
          const more = leavesFrom(before, added);
          const { frontier } = growTree(frontierOf(byDefinition(leaves, of), of), more, toyHasher, of);
          expect(frontier).toEqual(frontierOf(byDefinition([...leaves, ...more], of), of));
        }),
        { numRuns: CASES },
      );
    },
    limit(30),
  );

  it(
    'has a root that its right edge gives, unless anything in the edge is changed',
    () => {
      const changes = fc.record({ at: fc.nat(), count: fc.integer({ min: -4, max: 4 }), cut: fc.boolean() });
      fc.assert(
        fc.property(
          widths,
          fc.integer({ min: 1, max: 120 }),
          changes,
          (of, count, { at, count: more, cut }) => {
            const tree = byDefinition(leavesFrom(0, count), of);
            const edge = frontierOf(tree, of);
            const root = tree.layers.at(-1)![0]!;
            expect(rootOfFrontier(edge, toyHasher, of)).toBe(root);
            const leafCount = count + more;
            if (more !== 0) expect(rootOfFrontier({ ...edge, leafCount }, toyHasher, of)).toBeUndefined();
            // The top layer is the root itself.
            const layer = at % edge.layers.length;
            const layers = edge.layers.map((chunk, i) => {
              if (i !== layer) return chunk;
              return cut ? chunk.slice(1) : chunk.with(at % chunk.length, 5n);
            });
            const changed = rootOfFrontier({ ...edge, layers }, toyHasher, of);
            if (cut || layer + 1 < layers.length) expect(changed).toBeUndefined();
            expect(changed).not.toBe(root);
          },
        ),
        { numRuns: CASES },
      );
    },
    limit(30),
  );

  it('has six layers for the outputs of the real chain', () => {
    expect(layerSizes(150_000_000, WIDTHS)).toEqual([3_947_369, 219_299, 5_772, 321, 9, 1]);
    expect(layerSizes(38)).toEqual([1]);
    expect(layerSizes(39)).toEqual([2, 1]);
    expect(layerSizes(0)).toEqual([]);
  });
});
