/**
 * The right edge of the tree of outputs: all that is needed to add leaves. Leaves are only added at the right, so that
 * hashes on the left never change.
 * Upstream: `get_tree_extension` in src/fcmp_pp/curve_trees.cpp of monero-project/monero, pull request 10724 at
 * bca06ffd8. It keeps the last hash of each layer; here the whole last chunks are kept, which paths need anyway.
 */
import type { LeafScalars } from './output.ts';
import type { TreeHasher } from './tree-hasher.ts';
import { layerSizes, widthOf, WIDTHS, type TreeWidths } from './tree-shape.ts';

export interface Frontier<Element> {
  readonly leafCount: number;
  /** The last chunk of leaves. */
  readonly leaves: readonly LeafScalars[];
  /** The last chunk of each layer; the last layer is the root alone. */
  readonly layers: readonly (readonly Element[])[];
}
export const EMPTY_FRONTIER: Frontier<never> = { leafCount: 0, leaves: [], layers: [] };

/** The part of a layer that leaves change: the hash at `start` (which may be the last one until now, or new) and all after it. */
export interface LayerChange<Element> {
  readonly start: number;
  readonly hashes: readonly Element[];
}

export interface Growth<Element> {
  readonly frontier: Frontier<Element>;
  /** For each layer of the new tree. */
  readonly changes: readonly LayerChange<Element>[];
}

export function growTree<Element>(
  old: Frontier<Element>,
  added: readonly LeafScalars[],
  hasher: TreeHasher<Element>,
  widths: TreeWidths = WIDTHS,
): Growth<Element> {
  if (added.length === 0) return { frontier: old, changes: [] };
  const leafCount = old.leafCount + added.length;
  const oldSizes = layerSizes(old.leafCount, widths);
  const sizes = layerSizes(leafCount, widths);

  const changes: LayerChange<Element>[] = [];
  const layers: (readonly Element[])[] = [];
  // The children of the layer that is hashed: leaves at first.
  let children: Children = {
    scalars: added,
    start: old.leafCount,
    before: old.leaves,
    oldCount: old.leafCount,
  };
  for (const [layer, size] of sizes.entries()) {
    const parents = { layer, last: old.layers[layer]?.at(-1), oldSize: oldSizes[layer] ?? 0 };
    const change = hashLayer(children, parents, hasher, widths);
    changes.push(change);
    const before = old.layers[layer] ?? [];
    const oldCount = oldSizes[layer] ?? 0;
    layers.push(lastChunk(before, oldCount, change, size, widthOf(layer + 1, widths)));
    const scalarsOf = (hash: Element) => [hasher.scalarOf(layer, hash)];
    children = {
      scalars: change.hashes.map(scalarsOf),
      start: change.start,
      before: before.map(scalarsOf),
      oldCount,
    };
  }
  const leaves = { start: old.leafCount, hashes: added };
  return {
    frontier: {
      leafCount,
      leaves: lastChunk(old.leaves, old.leafCount, leaves, leafCount, widths.selene),
      layers,
    },
    changes,
  };
}

/** Children that are new or replaced; a leaf has six scalars, a hash one. */
interface Children {
  readonly scalars: readonly (readonly bigint[])[];
  /** Index of the first. */
  readonly start: number;
  /** The last chunk before the change, and how many children there were. */
  readonly before: readonly (readonly bigint[])[];
  readonly oldCount: number;
}
interface Parents<Element> {
  readonly layer: number;
  /** The last hash before the change, and how many there were. */
  readonly last: Element | undefined;
  readonly oldSize: number;
}

const hashLayer = <Element>(
  { scalars, start, before, oldCount }: Children,
  { layer, last, oldSize }: Parents<Element>,
  hasher: TreeHasher<Element>,
  widths: TreeWidths,
): LayerChange<Element> => {
  const width = widthOf(layer, widths);
  const first = Math.floor(start / width);
  const hashes: Element[] = [];
  for (let chunk = first; chunk * width < start + scalars.length; chunk++) {
    const from = Math.max(chunk * width, start);
    const own = scalars.slice(from - start, (chunk + 1) * width - start);
    if (chunk < oldSize) {
      // Only the last chunk can have been there before.
      const offset = (from - chunk * width) * own[0]!.length;
      const replaced = from < oldCount ? before[from - chunkStart(oldCount, width)]![0]! : 0n;
      hashes.push(hasher.grow(layer, last!, offset, replaced, own.flat()));
    } else {
      // A chunk that had no hash: it may begin with the root until now.
      const earlier = from === chunk * width ? [] : before.slice(0, from - chunk * width);
      hashes.push(hasher.grow(layer, hasher.init(layer), 0, 0n, [...earlier, ...own].flat()));
    }
  }
  return { start: first, hashes };
};

/** Index of the first child in the last chunk. */
const chunkStart = (count: number, width: number): number =>
  count === 0 ? 0 : Math.floor((count - 1) / width) * width;

const lastChunk = <Item>(
  before: readonly Item[],
  oldCount: number,
  change: LayerChange<Item>,
  count: number,
  width: number,
): readonly Item[] => {
  const from = chunkStart(count, width);
  return changeChunk(from === chunkStart(oldCount, width) ? before : [], from, change, width);
};

/** The chunk whose first item has the index `from`, after a change of its layer. */
export function changeChunk<Item>(
  items: readonly Item[],
  from: number,
  { start, hashes }: LayerChange<Item>,
  width: number,
): readonly Item[] {
  if (start >= from + width) return items;
  return [
    ...items.slice(0, Math.max(0, start - from)),
    ...hashes.slice(Math.max(0, from - start), Math.max(0, from + width - start)),
  ];
}
