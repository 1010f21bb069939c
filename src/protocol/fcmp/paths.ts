/**
 * The chunks on the way from leaves to the root, for the leaves that are watched. Chunks that several leaves have in
 * common are kept once.
 */
import { changeChunk, type Frontier, type LayerChange } from './frontier.ts';
import type { LeafScalars } from './output.ts';
import type { TreeHasher } from './tree-hasher.ts';
import { layerSizes, widthOf, WIDTHS, type TreeWidths } from './tree-shape.ts';

type Chunks<Item> = ReadonlyMap<number, readonly Item[]>;

export interface KeptChunks<Element> {
  /** By the index of the chunk in its layer. */
  readonly leaves: Chunks<LeafScalars>;
  readonly layers: readonly Chunks<Element>[];
}
export const NO_CHUNKS: KeptChunks<never> = { leaves: new Map(), layers: [] };

/** The way from a leaf to the root. */
export interface Path<Element> {
  readonly leafIndex: number;
  /** The leaves that are hashed together. */
  readonly leaves: readonly LeafScalars[];
  /** From the hash of these leaves up: the hashes that are hashed together; the last is the root alone. */
  readonly layers: readonly (readonly Element[])[];
}

/** Undefined for a leaf whose chunks are not kept. */
export function pathOfLeaf<Element>(
  { leaves, layers }: KeptChunks<Element>,
  leafIndex: number,
  widths: TreeWidths = WIDTHS,
): Path<Element> | undefined {
  const chunkOfLeaf = Math.floor(leafIndex / widths.selene);
  const chunk = leaves.get(chunkOfLeaf);
  if (chunk === undefined) return undefined;
  const above = chunkIndices(leafIndex, layers.length, widths);
  return { leafIndex, leaves: chunk, layers: above.map((index, layer) => layers[layer]!.get(index)!) };
}

/** The root that a path leads to; undefined if a hash on it is not that of the chunk below. */
export function rootOfPath<Element>(
  { leafIndex, leaves, layers }: Path<Element>,
  hasher: TreeHasher<Element>,
  widths: TreeWidths = WIDTHS,
): Element | undefined {
  let scalars = leaves.flat();
  let index = leafIndex;
  let root: Element | undefined;
  for (const [layer, chunk] of layers.entries()) {
    index = Math.floor(index / widthOf(layer, widths));
    const hash = hasher.grow(layer, hasher.init(layer), 0, 0n, scalars);
    root = chunk[index % widthOf(layer + 1, widths)];
    if (root === undefined || hasher.scalarOf(layer, root) !== hasher.scalarOf(layer, hash)) return undefined;
    scalars = chunk.map((element) => hasher.scalarOf(layer, element));
  }
  return layers.at(-1)?.length === 1 ? root : undefined;
}

/**
 * The root of a tree whose right edge came from a node; undefined if the edge contradicts itself. Equal roots
 * mean equal edges and equal numbers of leaves, so that a node need not be trusted for them.
 */
export function rootOfFrontier<Element>(
  { leafCount, leaves, layers }: Frontier<Element>,
  hasher: TreeHasher<Element>,
  widths: TreeWidths = WIDTHS,
): Element | undefined {
  if (leafCount === 0 || !hasShape({ leafCount, leaves, layers }, widths)) return undefined;
  // The edge is the path of the last leaf.
  return rootOfPath({ leafIndex: leafCount - 1, leaves, layers }, hasher, widths);
}

/** True if a right edge has as many leaves and hashes as a tree of its size has there. */
export function hasShape(
  { leafCount, leaves, layers }: Frontier<unknown>,
  widths: TreeWidths = WIDTHS,
): boolean {
  if (!Number.isSafeInteger(leafCount) || leafCount < 0) return false;
  if (leafCount === 0) return leaves.length === 0 && layers.length === 0;
  const counts = [leafCount, ...layerSizes(leafCount, widths)];
  const chunks = [leaves, ...layers];
  const isWhole = (count: number, layer: number): boolean =>
    chunks[layer]!.length === ((count - 1) % widthOf(layer, widths)) + 1;
  return chunks.length === counts.length && counts.every(isWhole);
}

/** The chunks of `watched` leaves after the tree grew from `old`. */
export function growChunks<Element>(
  kept: KeptChunks<Element>,
  {
    old,
    added,
    changes,
  }: { old: Frontier<Element>; added: readonly LeafScalars[]; changes: Changes<Element> },
  watched: readonly number[],
  widths: TreeWidths = WIDTHS,
): KeptChunks<Element> {
  const [leaves, ...layers] = neededChunks(watched, changes.length, widths);
  const ofLeaves = { start: old.leafCount, hashes: added };
  return {
    leaves: growLayer(kept.leaves, old.leaves, ofLeaves, leaves!, widths.selene),
    layers: changes.map((change, layer) =>
      growLayer(
        kept.layers[layer] ?? new Map<number, readonly Element[]>(),
        old.layers[layer] ?? [],
        change,
        layers[layer]!,
        widthOf(layer + 1, widths),
      ),
    ),
  };
}
type Changes<Element> = readonly LayerChange<Element>[];

/** The chunks of `watched` leaves as they were when the tree ended at `frontier`. */
export function trimChunks<Element>(
  kept: KeptChunks<Element>,
  frontier: Frontier<Element>,
  watched: readonly number[],
  widths: TreeWidths = WIDTHS,
): KeptChunks<Element> {
  const sizes = layerSizes(frontier.leafCount, widths);
  const [leaves, ...layers] = neededChunks(watched, sizes.length, widths);
  return {
    leaves: trimLayer(kept.leaves, frontier.leaves, frontier.leafCount, leaves!, widths.selene),
    layers: sizes.map((size, layer) =>
      trimLayer(
        kept.layers[layer]!,
        frontier.layers[layer]!,
        size,
        layers[layer]!,
        widthOf(layer + 1, widths),
      ),
    ),
  };
}

/** For each layer, the index of the chunk on a leaf's way. */
const chunkIndices = (leafIndex: number, layers: number, widths: TreeWidths): readonly number[] => {
  const indices: number[] = [];
  let index = Math.floor(leafIndex / widths.selene);
  for (let layer = 0; layer < layers; layer++) {
    index = Math.floor(index / widthOf(layer + 1, widths));
    indices.push(index);
  }
  return indices;
};

/** The chunks on the ways of leaves: those of leaves first, then those of each layer. */
const neededChunks = (
  leaves: readonly number[],
  layers: number,
  widths: TreeWidths,
): readonly ReadonlySet<number>[] => {
  const ways = leaves.map((leafIndex) => [
    Math.floor(leafIndex / widths.selene),
    ...chunkIndices(leafIndex, layers, widths),
  ]);
  return Array.from({ length: layers + 1 }, (_, at) => new Set(ways.map((way) => way[at]!)));
};

const growLayer = <Item>(
  kept: Chunks<Item>,
  lastChunk: readonly Item[],
  change: LayerChange<Item>,
  needed: ReadonlySet<number>,
  width: number,
): Chunks<Item> => {
  // A change begins in the last chunk or right after it.
  const firstChanged = Math.floor(change.start / width);
  const chunks = new Map<number, readonly Item[]>();
  for (const index of needed) {
    const before = kept.get(index) ?? (index === firstChanged ? lastChunk : []);
    chunks.set(index, changeChunk(before, index * width, change, width));
  }
  return chunks;
};

const trimLayer = <Item>(
  kept: Chunks<Item>,
  lastChunk: readonly Item[],
  count: number,
  needed: ReadonlySet<number>,
  width: number,
): Chunks<Item> => {
  const lastIndex = Math.floor((count - 1) / width);
  return new Map([...needed].map((index) => [index, index === lastIndex ? lastChunk : kept.get(index)!]));
};
