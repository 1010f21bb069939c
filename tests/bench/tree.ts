/**
 * Growing the tree of outputs by those of one block: with the readable arithmetic and with the fast one, in turn, on one
 * thread of Node. It needs no browser and no node.
 */
import { readFile } from 'node:fs/promises';
import { asCommitment, asPublicKey } from '../../src/base/brands.ts';
import { installKernel, kernel } from '../../src/kernel/kernel.ts';
import { startTower } from '../../src/kernel/wasm/tower.ts';
import { EMPTY_FRONTIER, growTree, type Frontier } from '../../src/protocol/fcmp/frontier.ts';
import { leafScalars, type ChainOutput } from '../../src/protocol/fcmp/output.ts';
import type { TreeRules } from '../../src/protocol/fcmp/path-cache.ts';
import { towerHasher } from '../../src/protocol/fcmp/tree-hasher.ts';
import { BUILDS, startOnNode } from '../property/kernel/builds.ts';
import type { LocalSuite } from './measuring.ts';
import type { Sample } from './subject.ts';

const OUTPUTS = 100;
/** Outputs in the tree before. */
const BEFORE = 50;
const NAME = 'tree-100';

export const tree: LocalSuite = {
  cases: [NAME],
  run: async function* ({ runs }) {
    installKernel(await startOnNode(BUILDS[0]!));
    const { fastTreeRules } = await import('../../src/protocol/fcmp/fast-tree.ts');
    const module = await readFile(new URL('../../src/kernel/wasm/tower.wasm', import.meta.url));
    const fast = subjectOf('ostro', fastTreeRules(await startTower(module)));
    const readable = subjectOf('readable', { hasher: towerHasher, leafOf: leafScalars });
    for (let run = 0; run < runs; run++) yield* [readable(), fast()];
  },
};

/** Measures one block: its leaves, and all hashes that they change. */
const subjectOf = <Element>(subject: string, { hasher, leafOf = leafScalars }: TreeRules<Element>) => {
  const outputs = Array.from({ length: BEFORE + OUTPUTS }, (_, i) => outputAt(i));
  const leavesOf = (some: readonly ChainOutput[]) => some.map(leafOf).filter((leaf) => leaf !== undefined);
  const grow = (frontier: Frontier<Element>, some: readonly ChainOutput[]) =>
    growTree(frontier, leavesOf(some), hasher).frontier;
  const before = grow(EMPTY_FRONTIER, outputs.slice(0, BEFORE));
  // The tables of the generators are filled with the first block.
  grow(before, outputs.slice(BEFORE));
  return (): Sample => {
    const cpu = process.cpuUsage();
    const start = performance.now();
    const { leafCount } = grow(before, outputs.slice(BEFORE));
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    if (leafCount !== BEFORE + OUTPUTS) throw new Error('an output is missing in the tree');
    return { suite: 'tree', case: NAME, subject, ms, cpu: (user + system) / 1e6 };
  };
};

const outputAt = (i: number): ChainOutput => {
  const pointOf = (n: number) => kernel.mulBase(Uint8Array.of(1, n, n >> 8, ...new Uint8Array(29)));
  return { key: asPublicKey(pointOf(2 * i)), commitment: asCommitment(pointOf(2 * i + 1)), kind: 'carrot' };
};
