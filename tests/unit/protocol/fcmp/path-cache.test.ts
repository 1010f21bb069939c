/** The path cache with real outputs and real hashes, its limits, and when outputs unlock. */
import { describe, expect, it } from 'vitest';
import { asCommitment, asPublicKey } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { leafScalars, type ChainOutput } from '../../../../src/protocol/fcmp/output.ts';
import {
  addBlock,
  emptyCache,
  keepOutputs,
  pathOf,
  rollBack,
  startCache,
  type PathCache,
} from '../../../../src/protocol/fcmp/path-cache.ts';
import { rootOfPath, type Path } from '../../../../src/protocol/fcmp/paths.ts';
import { towerHasher } from '../../../../src/protocol/fcmp/tree-hasher.ts';
import { firstTreeWith, lastLockedBlock } from '../../../../src/protocol/fcmp/unlock.ts';
import type { TowerPoint } from '../../../../src/kernel/ref/tower-cycle.ts';
import { faultOf } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { toyHasher } from '../../../support/toy-tree.ts';

const random = seededRandom('path cache');
const WIDTHS = { selene: 2, helios: 2 };
const rules = { hasher: towerHasher, widths: WIDTHS };
const point = () => kernel.mulBase(kernel.scalarReduce(random(64)));
const output = (kind: ChainOutput['kind']): ChainOutput => ({
  kind,
  key: asPublicKey(point()),
  commitment: asCommitment(point()),
});
const outputs = Array.from({ length: 5 }, (_, i) => output(i < 2 ? 'legacy' : 'carrot'));
const made = outputs.map((each, i) => ({ output: each, enters: 1 + Math.floor(i / 2), isOwn: i === 2 }));

/** Two outputs enter with block 1, two with block 2, one with block 3. */
const chain = (to: number): PathCache<TowerPoint> => {
  let cache = emptyCache<TowerPoint>();
  for (let height = 0; height <= to; height++)
    cache = addBlock(cache, { height, outputs: height === 0 ? made : [] }, rules);
  return cache;
};
const rootOf = (cache: PathCache<TowerPoint>): TowerPoint => cache.blocks.at(-1)!.frontier.layers.at(-1)![0]!;

describe('the path of an own output', () => {
  const cache = chain(3);
  const path = pathOf(cache, 2, WIDTHS)!;

  it('leads from its leaf to the root of the tree', () => {
    expect(pathOf(chain(1), 2, WIDTHS)).toBeUndefined();
    expect(path.leafIndex).toBe(2);
    expect(path.leaves).toEqual(outputs.slice(2, 4).map(leafScalars));
    expect(path.layers.map((layer) => layer.length)).toEqual([2, 2, 1]);
    expect(rootOfPath(path, towerHasher, WIDTHS)!.equals(rootOf(cache))).toBe(true);
  });

  it('of an older block leads to the root of that block', () => {
    const older = rollBack(cache, 2, WIDTHS);
    const root = rootOfPath(pathOf(older, 2, WIDTHS)!, towerHasher, WIDTHS)!;
    expect(root.equals(rootOf(chain(2)))).toBe(true);
    // Which is of the other curve.
    expect(pathOf(older, 2, WIDTHS)!.layers).toHaveLength(2);
  });

  it('leads nowhere if a leaf or a hash on it is another one', () => {
    const changed: readonly Path<TowerPoint>[] = [
      { ...path, leaves: path.leaves.toReversed() },
      { ...path, leaves: path.leaves.slice(0, 1) },
      { ...path, leafIndex: 0 },
      { ...path, layers: path.layers.slice(0, 2) },
      { ...path, layers: [path.layers[0]!.toReversed(), ...path.layers.slice(1)] },
      { ...path, layers: [path.layers[0]!, [path.layers[1]![1]!], path.layers[2]!] },
    ];
    for (const each of changed) expect(rootOfPath(each, towerHasher, WIDTHS)).toBeUndefined();
  });

  it('is forgotten with the output', () => {
    expect(
      pathOf(
        keepOutputs(cache, () => false),
        2,
        WIDTHS,
      ),
    ).toBeUndefined();
    expect(keepOutputs(cache, (key) => key === outputs[2]!.key)).toBe(cache);
  });
});

describe('the cache', () => {
  it('begins at any block with the edge of the tree, and then has the roots of the chain', () => {
    const [start] = chain(2).blocks.slice(-1);
    const later = addBlock(startCache(start!), { height: 3, outputs: [] }, rules);
    expect(rootOf(later).equals(rootOf(chain(3)))).toBe(true);
  });

  it('goes back a hundred blocks and no further', () => {
    let cache = emptyCache<bigint>();
    for (let height = 0; height < 150; height++)
      cache = addBlock(cache, { height, outputs: [] }, { hasher: toyHasher });
    expect(rollBack(cache, 49).blocks).toHaveLength(1);
    expect(faultOf(() => rollBack(cache, 48))).toEqual({ code: 'tree_too_old', height: 48, oldest: 49 });
  });

  it('takes only the next block', () => {
    expect(() => addBlock(chain(1), { height: 3, outputs: [] }, rules)).toThrow(/one after the other/);
  });
});

it.each([
  ['without an unlock time', 0n, 109],
  ['of a coinbase', 160n, 159],
  ['with a height that is long past', 5n, 109],
  ['with a time before 2022', 1_500_000_000n, 1_384_366],
  ['with a time after it', 1_656_629_118n + 1_200n, 2_689_618],
  ['with a time that never comes', 2n ** 64n - 1n, 500_000_000],
])('an output of block 100 %s is locked until the right block', (_what, unlockTime, height) => {
  expect(lastLockedBlock(unlockTime, 100)).toBe(height);
  expect(firstTreeWith(unlockTime, 100)).toBe(height - 8);
});
