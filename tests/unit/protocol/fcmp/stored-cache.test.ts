/** The path cache as bytes; that it is the same after reading is in tests/property/protocol/fcmp-path-cache.test.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCommitment, asPublicKey } from '../../../../src/base/brands.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import {
  addBlock,
  emptyCache,
  MAX_CACHED_BLOCKS,
  pathOf,
  type PathCache,
  type TreeRules,
} from '../../../../src/protocol/fcmp/path-cache.ts';
import { rootOfPath } from '../../../../src/protocol/fcmp/paths.ts';
import { readPathCache, towerForm, writePathCache } from '../../../../src/protocol/fcmp/stored-cache.ts';
import { towerHasher } from '../../../../src/protocol/fcmp/tree-hasher.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { inTier } from '../../../support/tier.ts';
import { expectFault, faultOf } from '../../../support/faults.ts';
import { toyForm, toyHasher, toyLeaf } from '../../../support/toy-tree.ts';

const random = seededRandom('stored cache');
const WIDTHS = { selene: 3, helios: 2 };
let leaf = 1;
const toy: TreeRules<bigint> = { hasher: toyHasher, leafOf: () => toyLeaf(leaf++), widths: WIDTHS };

/** Blocks of `outputs` outputs each, locked for ten blocks; the first of every block is one's own. */
const chainOf = <Element>(rules: TreeRules<Element>, blocks: number, outputs: number): PathCache<Element> => {
  let cache = emptyCache<Element>();
  for (let height = 0; height < blocks; height++) {
    const made = Array.from({ length: outputs }, (_, i) => {
      const point = kernel.mulBase(kernel.scalarReduce(random(64)));
      const output = { kind: 'carrot' as const, key: asPublicKey(point), commitment: asCommitment(point) };
      return { output, lastLocked: height + 9, isOwn: i === 0 };
    });
    cache = addBlock(cache, { height, outputs: made }, rules);
  }
  return cache;
};

describe('a stored path cache', () => {
  it('of the real tree has the same paths', () => {
    const cache = chainOf({ hasher: towerHasher }, 14, 2);
    const read = readPathCache(writePathCache(cache, towerForm), towerForm);
    const root = cache.blocks.at(-1)!.frontier.layers.at(-1)![0]!;
    const ids = [...read.own].filter(([, at]) => at !== undefined).map(([id]) => id);
    expect(ids.length).toBeGreaterThan(3);
    for (const id of ids) {
      const path = pathOf(read, id)!;
      expect(path.leaves).toEqual(pathOf(cache, id)!.leaves);
      expect(rootOfPath(path, towerHasher)!.equals(root)).toBe(true);
    }
  });

  it('has a size that the last hundred blocks bound', () => {
    const size = (blocks: number): number => {
      const { own: _, ...cache } = chainOf(toy, blocks, 2);
      return writePathCache({ ...cache, own: new Map(), chunks: { leaves: new Map(), layers: [] } }, toyForm)
        .length;
    };
    expect(size(2 * MAX_CACHED_BLOCKS)).toBeLessThan(1.1 * size(MAX_CACHED_BLOCKS + 20));
  });

  it('of another version is refused, and so are other bytes', () => {
    const bytes = writePathCache(chainOf(toy, 14, 3), toyForm);
    const other = bytes.slice();
    other[0] = 2;
    expect(faultOf(() => readPathCache(other, toyForm, WIDTHS))).toMatchObject({
      code: 'bad_path_cache',
      reason: 'version',
    });
    expectFault(() => readPathCache(bytes.subarray(0, -1), toyForm, WIDTHS));
    expectFault(() => readPathCache(new Uint8Array(0), toyForm, WIDTHS));
    // A shape that no tree with these widths has.
    expectFault(() => readPathCache(bytes, toyForm, { selene: 5, helios: 4 }), 'bad_path_cache');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = bytes.slice();
        damaged[at]! ^= change;
        try {
          const read = readPathCache(damaged, toyForm, WIDTHS);
          // What is read can be used: each path is there or is none.
          for (const id of read.own.keys()) pathOf(read, id, WIDTHS);
          addBlock(read, { height: read.blocks.at(-1)!.height + 1, outputs: [] }, toy);
        } catch (error) {
          if (!isFault(error)) throw error;
        }
      }),
      { numRuns: inTier({ short: 300, long: 20_000 }) },
    );
  });
});
