/**
 * What a wallet keeps of the tree of outputs: enough to add the leaves of the next block, to go back in a reorg, and to
 * know the paths of its own outputs without asking a node for them, which would tell the node which outputs they are.
 * Each function gives a new state and leaves the old one as it was.
 * Upstream: src/fcmp_pp/tree_cache.h and tree_cache.cpp of seraphis-migration/monero, branch fcmp++-stage at 7dbc0e9f2,
 * which do the same with reference counts.
 */
import { fault } from './faults.ts';
import { EMPTY_FRONTIER, growTree, type Frontier } from './frontier.ts';
import { leafScalars, type ChainOutput, type LeafScalars } from './output.ts';
import { growChunks, NO_CHUNKS, pathOfLeaf, trimChunks, type KeptChunks, type Path } from './paths.ts';
import type { TreeHasher } from './tree-hasher.ts';
import { WIDTHS, type TreeWidths } from './tree-shape.ts';

/** How many blocks a reorg may take away (ORPHANED_BLOCKS_MAX_COUNT). */
const MAX_REORG = 100;
/** The states after so many blocks are kept. */
export const MAX_CACHED_BLOCKS = MAX_REORG + 1;

/** An output of the chain that waits for its last locked block. */
export interface LockedOutput {
  /** Its number in the chain, over all amounts and coinbases: the order in which leaves enter. */
  readonly id: number;
  readonly output: ChainOutput;
}

export interface TreeBlock {
  readonly height: number;
  /** All outputs in the order of the chain, those of the coinbase first. */
  readonly outputs: readonly {
    readonly output: ChainOutput;
    readonly lastLocked: number;
    readonly isOwn: boolean;
  }[];
}

/** The tree after a block. */
export interface TreeAt<Element> {
  readonly height: number;
  readonly frontier: Frontier<Element>;
  /** By last locked block, those of this block and before left out. */
  readonly locked: ReadonlyMap<number, readonly LockedOutput[]>;
  /** The id of the next output. */
  readonly nextId: number;
}

export interface PathCache<Element> {
  /** The newest block is the last. */
  readonly blocks: readonly TreeAt<Element>[];
  /** Own outputs by id, with their leaf once they are in the tree. */
  readonly own: ReadonlyMap<number, number | undefined>;
  readonly chunks: KeptChunks<Element>;
}

/** How the tree of outputs is hashed. */
export interface TreeRules<Element> {
  readonly hasher: TreeHasher<Element>;
  readonly leafOf?: typeof leafScalars;
  readonly widths?: TreeWidths;
}

/** Before the first block of the chain. */
export function emptyCache<Element>(): PathCache<Element> {
  return startCache({ height: -1, frontier: EMPTY_FRONTIER, locked: new Map(), nextId: 0 });
}

/**
 * Starts the cache at the first block that a wallet reads. A node sends the right edge of the tree, which `rootOfFrontier`
 * checks with the root of the block, and the locked outputs: with a wrong one the roots of later blocks differ. All wallets
 * that start at this block send the same request.
 */
export function startCache<Element>(start: TreeAt<Element>): PathCache<Element> {
  return { blocks: [start], own: new Map(), chunks: NO_CHUNKS };
}

export function addBlock<Element>(
  cache: PathCache<Element>,
  block: TreeBlock,
  { hasher, leafOf = leafScalars, widths = WIDTHS }: TreeRules<Element>,
): PathCache<Element> {
  const before = cache.blocks.at(-1)!;
  if (block.height !== before.height + 1) throw new Error('the path cache takes blocks one after the other');
  const own = new Map(cache.own);
  const locked = new Map(before.locked);
  for (const [i, { output, lastLocked, isOwn }] of block.outputs.entries()) {
    const id = before.nextId + i;
    locked.set(lastLocked, [...(locked.get(lastLocked) ?? []), { id, output }]);
    if (isOwn) own.set(id, undefined);
  }

  const added: LeafScalars[] = [];
  for (const { id, output } of locked.get(block.height) ?? []) {
    const leaf = leafOf(output);
    if (leaf === undefined) continue;
    if (own.has(id)) own.set(id, before.frontier.leafCount + added.length);
    added.push(leaf);
  }
  locked.delete(block.height);

  const { frontier, changes } = growTree(before.frontier, added, hasher, widths);
  const growth = { old: before.frontier, added, changes };
  const after = { height: block.height, frontier, locked, nextId: before.nextId + block.outputs.length };
  return {
    blocks: [...cache.blocks.slice(-MAX_REORG), after],
    own,
    chunks: added.length === 0 ? cache.chunks : growChunks(cache.chunks, growth, leavesOf(own), widths),
  };
}

/** The cache as it was after the block at `height`. Fault `tree_too_old`. */
export function rollBack<Element>(
  { blocks, own, chunks }: PathCache<Element>,
  height: number,
  widths: TreeWidths = WIDTHS,
): PathCache<Element> {
  const kept = blocks.filter((block) => block.height <= height);
  const last = kept.at(-1);
  if (last === undefined) throw fault('tree_too_old', { height, oldest: blocks[0]!.height });
  const ownThen = new Map(
    [...own]
      .filter(([id]) => id < last.nextId)
      .map(([id, leaf]) => [id, leaf !== undefined && leaf < last.frontier.leafCount ? leaf : undefined]),
  );
  return {
    blocks: kept,
    own: ownThen,
    chunks: trimChunks(chunks, last.frontier, leavesOf(ownThen), widths),
  };
}

/** Of an own output that is in the tree; a payment refers to an older block, so `rollBack` comes first. */
export function pathOf<Element>(
  { own, chunks }: PathCache<Element>,
  id: number,
  widths: TreeWidths = WIDTHS,
): Path<Element> | undefined {
  const leaf = own.get(id);
  return leaf === undefined ? undefined : pathOfLeaf(chunks, leaf, widths);
}

/** Forgets an output, which was spent; its chunks go with the next block. */
export function forgetOutput<Element>(cache: PathCache<Element>, id: number): PathCache<Element> {
  const own = new Map(cache.own);
  own.delete(id);
  return { ...cache, own };
}

const leavesOf = (own: PathCache<unknown>['own']): readonly number[] =>
  [...own.values()].filter((leaf) => leaf !== undefined);
