/**
 * The whole tree of outputs in memory, for those who have all leaves. When a reorg takes leaves away, the last hash of
 * each layer is computed from what it was, or anew, whichever is less work.
 * Upstream: src/fcmp_pp/curve_trees.cpp of monero-project/monero, pull request 10724 at bca06ffd8 (growth), and
 * `get_tree_reduction` of seraphis-migration/monero, branch fcmp++-stage at 7dbc0e9f2 (trimming).
 */
import { growTree, EMPTY_FRONTIER, type Frontier } from './frontier.ts';
import type { LeafScalars } from './output.ts';
import type { TreeHasher } from './tree-hasher.ts';
import { layerSizes, widthOf, WIDTHS, type TreeWidths } from './tree-shape.ts';

export interface Tree<Element> {
  readonly leaves: readonly LeafScalars[];
  /** From the layer above the leaves to that of the root. */
  readonly layers: readonly (readonly Element[])[];
}
export const EMPTY_TREE: Tree<never> = { leaves: [], layers: [] };

export function addLeaves<Element>(
  { leaves, layers }: Tree<Element>,
  added: readonly LeafScalars[],
  hasher: TreeHasher<Element>,
  widths: TreeWidths = WIDTHS,
): Tree<Element> {
  const { changes } = growTree(frontierOf({ leaves, layers }, widths), added, hasher, widths);
  if (changes.length === 0) return { leaves, layers };
  return {
    leaves: [...leaves, ...added],
    layers: changes.map(({ start, hashes }, layer) => [...(layers[layer] ?? []).slice(0, start), ...hashes]),
  };
}

export function frontierOf<Element>(
  { leaves, layers }: Tree<Element>,
  widths: TreeWidths = WIDTHS,
): Frontier<Element> {
  if (leaves.length === 0) return EMPTY_FRONTIER;
  return {
    leafCount: leaves.length,
    leaves: lastChunk(leaves, widths.selene),
    layers: layers.map((hashes, layer) => lastChunk(hashes, widthOf(layer + 1, widths))),
  };
}
const lastChunk = <Item>(items: readonly Item[], width: number): readonly Item[] =>
  items.slice(Math.floor((items.length - 1) / width) * width);

/** The tree as it was with `leafCount` leaves. */
export function trimTree<Element>(
  old: Tree<Element>,
  leafCount: number,
  hasher: TreeHasher<Element>,
  widths: TreeWidths = WIDTHS,
): Tree<Element> {
  if (leafCount > old.leaves.length) throw new Error('a tree is trimmed to fewer leaves');
  const layers: (readonly Element[])[] = [];
  let before: readonly (readonly bigint[])[] = old.leaves;
  let after = before.slice(0, leafCount);
  for (const [layer, size] of layerSizes(leafCount, widths).entries()) {
    const hashes = old.layers[layer]!.slice(0, size);
    const first = (size - 1) * widthOf(layer, widths);
    const end = first + widthOf(layer, widths);
    hashes[size - 1] = trimHash(
      { layer, hash: hashes[size - 1]!, before: before.slice(first, end), after: after.slice(first) },
      hasher,
    );
    layers.push(hashes);
    before = old.layers[layer]!.map((hash) => [hasher.scalarOf(layer, hash)]);
    after = [...before.slice(0, size - 1), [hasher.scalarOf(layer, hashes[size - 1]!)]];
  }
  return { leaves: old.leaves.slice(0, leafCount), layers };
}

interface LastChunk<Element> {
  readonly layer: number;
  /** Hash of the children before. */
  readonly hash: Element;
  readonly before: readonly (readonly bigint[])[];
  /** Fewer or as many, and only the last may differ. */
  readonly after: readonly (readonly bigint[])[];
}

const trimHash = <Element>(
  { layer, hash, before, after }: LastChunk<Element>,
  hasher: TreeHasher<Element>,
): Element => {
  const last = after.length - 1;
  const [lastBefore, lastAfter] = [before[last]!.at(-1)!, after[last]!.at(-1)!];
  const isSame = lastBefore === lastAfter;
  if (isSame && before.length === after.length) return hash;
  const kept = isSame ? after.length : last;
  const removed = before.slice(kept);
  if (removed.length >= after.length) return hasher.grow(layer, hasher.init(layer), 0, 0n, after.flat());
  const offset = kept * before[0]!.length;
  return hasher.trim(layer, hash, offset, removed.flat(), isSame ? 0n : lastAfter);
};
