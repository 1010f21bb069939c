/** The path cache as rows; that it is the same after reading is in tests/property/protocol/fcmp-path-cache.test.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCommitment, asPublicKey } from '../../../../src/base/brands.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import type { WideTowerPoint } from '../../../../src/kernel/tower.ts';
import { refTower } from '../../../../src/kernel/ref/ref-tower.ts';
import { fastTreeRules, treeOf, wideForm } from '../../../../src/protocol/fcmp/fast-tree.ts';
import {
  addBlock,
  emptyCache,
  MAX_CACHED_BLOCKS,
  pathOf,
  type PathCache,
  type TreeRules,
} from '../../../../src/protocol/fcmp/path-cache.ts';
import { rootOfPath } from '../../../../src/protocol/fcmp/paths.ts';
import { changedRows, readPathCache, type CacheRows } from '../../../../src/protocol/fcmp/stored-cache.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { inTier } from '../../../support/tier.ts';
import { expectFault, faultOf } from '../../../support/faults.ts';
import { toyForm, toyHasher, toyLeaf } from '../../../support/toy-tree.ts';
import { applyRows } from '../../../support/tree-rows.ts';

const random = seededRandom('stored cache');
const WIDTHS = { selene: 3, helios: 2 };
let leaf = 1;
const toy: TreeRules<bigint> = { hasher: toyHasher, leafOf: () => toyLeaf(leaf++), widths: WIDTHS };

/** Blocks of `outputs` outputs each, locked for ten blocks; the first of every block is one's own. */
const grow = <Element>(
  cache: PathCache<Element>,
  rules: TreeRules<Element>,
  blocks: number,
  outputs: number,
): PathCache<Element> => {
  let grown = cache;
  for (let i = 0; i < blocks; i++) {
    const height = grown.blocks.at(-1)!.height + 1;
    const made = Array.from({ length: outputs }, (_, j) => {
      const point = kernel.mulBase(kernel.scalarReduce(random(64)));
      const output = { kind: 'carrot' as const, key: asPublicKey(point), commitment: asCommitment(point) };
      return { output, enters: height + 9, isOwn: j === 0 };
    });
    grown = addBlock(grown, { height, outputs: made }, rules);
  }
  return grown;
};
const rowsOf = (cache: PathCache<bigint>): CacheRows => changedRows(undefined, cache, [], toyForm).puts;
const sizeOf = (rows: CacheRows): number => [...rows.values()].reduce((sum, { length }) => sum + length, 0);

describe('a stored path cache', () => {
  it('of the real tree has the same paths', () => {
    const rules = fastTreeRules(refTower);
    const cache = grow(emptyCache<WideTowerPoint>(), rules, 14, 2);
    const read = readPathCache(changedRows(undefined, cache, [], wideForm).puts, wideForm);
    const root = cache.blocks.at(-1)!.frontier.layers.at(-1)![0]!;
    const ids = [...read.own].filter(([, at]) => at.leaf !== undefined).map(([id]) => id);
    expect(ids.length).toBeGreaterThan(3);
    for (const id of ids) {
      const path = pathOf(read, id)!;
      expect(path.leaves).toEqual(pathOf(cache, id)!.leaves);
      expect(rootOfPath(path, rules.hasher)).toEqual(root);
    }
    expect(treeOf(read.blocks.at(-1)!.frontier)).toEqual(treeOf(cache.blocks.at(-1)!.frontier));
  });

  it('has a size that the last hundred blocks bound, and writes only what a block changed', () => {
    const stored = (blocks: number) => {
      const cache = grow(emptyCache<bigint>(), toy, blocks, 2);
      return { cache: { ...cache, own: new Map(), chunks: { leaves: new Map(), layers: [] } } };
    };
    const { cache } = stored(2 * MAX_CACHED_BLOCKS);
    const rows = rowsOf(cache);
    expect(sizeOf(rows)).toBeLessThan(1.1 * sizeOf(rowsOf(stored(MAX_CACHED_BLOCKS + 20).cache)));
    const next = addBlock(cache, { height: cache.blocks.at(-1)!.height + 1, outputs: [] }, toy);
    const changes = changedRows(cache, next, rows.keys(), toyForm);
    expect([...changes.puts.keys()]).toEqual(['head', `b${2 * MAX_CACHED_BLOCKS}`]);
    expect(changes.deletes).toEqual([`b${cache.blocks[0]!.height}`]);
    expect(readPathCache(applyRows(rows, changes), toyForm, WIDTHS)).toEqual(next);
  });

  it('of another version is refused, and so are other rows', () => {
    const rows = rowsOf(grow(emptyCache<bigint>(), toy, 14, 3));
    const withRow = (name: string, bytes: Uint8Array): CacheRows => new Map([...rows, [name, bytes]]);
    const version = rows.get('head')!.slice();
    version[0] = 3;
    expect(faultOf(() => readPathCache(withRow('head', version), toyForm, WIDTHS))).toMatchObject({
      code: 'bad_path_cache',
      reason: 'version',
    });
    expectFault(() => readPathCache(new Map(), toyForm, WIDTHS), 'bad_path_cache');
    // A shape that no tree with these widths has.
    expectFault(() => readPathCache(rows, toyForm, { selene: 5, helios: 4 }), 'bad_path_cache');
    const names = [...rows.keys()];
    for (const name of names) {
      const short = rows.get(name)!.subarray(0, -1);
      expectFault(() => readPathCache(withRow(name, short), toyForm, WIDTHS));
    }
    // Rows of own outputs may be missing, since these come and go; all others may not.
    for (const missing of names.filter((name) => !name.startsWith('o'))) {
      const left = new Map([...rows].filter(([name]) => name !== missing));
      expectFault(() => readPathCache(left, toyForm, WIDTHS), 'bad_path_cache');
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (name, place, change) => {
          const damaged = rows.get(name)!.slice();
          damaged[place % damaged.length]! ^= change;
          try {
            const read = readPathCache(withRow(name, damaged), toyForm, WIDTHS);
            // What is read can be used: each path is there or is none.
            for (const id of read.own.keys()) pathOf(read, id, WIDTHS);
            addBlock(read, { height: read.blocks.at(-1)!.height + 1, outputs: [] }, toy);
          } catch (error) {
            if (!isFault(error)) throw error;
          }
        },
      ),
      { numRuns: inTier({ short: 300, long: 20_000 }) },
    );
  });
});

it('a hash that is not on its curve is refused', () => {
  const cache = grow(emptyCache<WideTowerPoint>(), fastTreeRules(refTower), 10, 1);
  const rows = changedRows(undefined, cache, [], wideForm).puts;
  const row = [...rows].find(([name]) => name.startsWith('c'))!;
  const damaged = row[1].slice();
  damaged[damaged.length - 1]! ^= 1;
  expectFault(() => readPathCache(new Map([...rows, [row[0], damaged]]), wideForm), 'bad_path_cache');
});
