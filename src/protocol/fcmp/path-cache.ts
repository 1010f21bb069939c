/**
 * The part of the tree of outputs that a wallet keeps: enough to add the leaves of the next block, to go back in a reorg, and to
 * know the paths of its own outputs without asking a node for them, which would tell the node which outputs they are.
 * Each function gives a new state and leaves the old one as it was.
 * Upstream: src/fcmp_pp/tree_cache.h and tree_cache.cpp of seraphis-migration/monero, branch fcmp++-stage at 7dbc0e9f2,
 * which do the same with reference counts.
 */
import type { PublicKey } from '../../base/brands.ts';
import { fault } from './faults.ts';
import { EMPTY_FRONTIER, growTree, type Frontier } from './frontier.ts';
import { leafScalars, type ChainOutput, type LeafScalars } from './output.ts';
import { growChunks, NO_CHUNKS, pathOfLeaf, trimChunks, type KeptChunks, type Path } from './paths.ts';
import type { TreeHasher } from './tree-hasher.ts';
import { WIDTHS, type TreeWidths } from './tree-shape.ts';

/** How many blocks a reorg may take away (ORPHANED_BLOCKS_MAX_COUNT). */
const ORPHANED_BLOCKS = 100;
/** The trees of so many blocks are kept. */
export const MAX_CACHED_BLOCKS = ORPHANED_BLOCKS + 1;

/** An output of the chain that is not in the tree yet. */
export interface LockedOutput {
  /** Number of the output in the chain, over all amounts and coinbases: the order in which leaves enter. */
  readonly id: number;
  readonly output: ChainOutput;
}

export interface TreeBlock {
  readonly height: number;
  /** All outputs in the order of the chain, those of the coinbase first. */
  readonly outputs: readonly {
    readonly output: ChainOutput;
    /** The block with whose tree it enters, this one at the earliest (unlock.ts). */
    readonly enters: number;
    readonly isOwn: boolean;
  }[];
}

/** The tree of a block: the one whose root the block contains. */
export interface TreeAt<Element> {
  readonly height: number;
  readonly frontier: Frontier<Element>;
  /** By the block with whose tree they enter, a later one. */
  readonly locked: ReadonlyMap<number, readonly LockedOutput[]>;
  /** The id of the next output. */
  readonly nextId: number;
}

/** Own outputs by id. */
export type OwnOutputs = ReadonlyMap<number, OwnOutput>;
interface OwnOutput {
  readonly key: PublicKey;
  /** Index among the leaves; undefined while the output is not in the tree. */
  readonly leaf: number | undefined;
}

export interface PathCache<Element> {
  /** The newest block is the last. */
  readonly blocks: readonly TreeAt<Element>[];
  readonly own: OwnOutputs;
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
 * Starts the cache in the middle of the chain. A node sends the right edge of the tree, which `rootOfFrontier`
 * checks with the root of the block, and the waiting outputs: with a wrong one the roots of later blocks differ. All wallets
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
  for (const [i, { output, enters, isOwn }] of block.outputs.entries()) {
    const id = before.nextId + i;
    const others = locked.get(enters);
    locked.set(enters, others ? [...others, { id, output }] : [{ id, output }]);
    if (isOwn) own.set(id, { key: output.key, leaf: undefined });
  }

  const added: LeafScalars[] = [];
  for (const { id, output } of locked.get(block.height) ?? []) {
    const leaf = leafOf(output);
    if (leaf === undefined) continue;
    const mine = own.get(id);
    if (mine) own.set(id, { ...mine, leaf: before.frontier.leafCount + added.length });
    added.push(leaf);
  }
  locked.delete(block.height);

  const { frontier, changes } = growTree(before.frontier, added, hasher, widths);
  const growth = { old: before.frontier, added, changes };
  const after = { height: block.height, frontier, locked, nextId: before.nextId + block.outputs.length };
  return {
    blocks: [...cache.blocks.slice(-ORPHANED_BLOCKS), after],
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
      .map(([id, output]) => [
        id,
        (output.leaf ?? -1) < last.frontier.leafCount ? output : { ...output, leaf: undefined },
      ]),
  );
  return {
    blocks: kept,
    own: ownThen,
    chunks: trimChunks(chunks, last.frontier, leavesOf(ownThen), widths),
  };
}

/** The path of an own output that is in the tree; a payment refers to an older block, so `rollBack` comes first. */
export function pathOf<Element>(
  { own, chunks }: PathCache<Element>,
  id: number,
  widths: TreeWidths = WIDTHS,
): Path<Element> | undefined {
  const leaf = own.get(id)?.leaf;
  return leaf === undefined ? undefined : pathOfLeaf(chunks, leaf, widths);
}

/** Keeps these own outputs only; the chunks of others go with the next leaves. */
export function keepOutputs<Element>(
  cache: PathCache<Element>,
  isKept: (key: PublicKey) => boolean,
): PathCache<Element> {
  const own = new Map([...cache.own].filter(([, { key }]) => isKept(key)));
  return own.size === cache.own.size ? cache : { ...cache, own };
}

const leavesOf = (own: OwnOutputs): readonly number[] =>
  [...own.values()].flatMap(({ leaf }) => (leaf === undefined ? [] : [leaf]));
