/**
 * How many hashes the tree of outputs has. Leaves hash in chunks to points of Selene, which is layer 0; these in chunks
 * to points of Helios, and so on in turn, until a layer has one element: the root.
 * Upstream: src/fcmp_pp/curve_trees.h of monero-project/monero, pull request 10724 at bca06ffd8 (SELENE_CHUNK_WIDTH,
 * HELIOS_CHUNK_WIDTH, LEAF_TUPLE_SIZE).
 */

/** How many children a hash has at most. */
export interface TreeWidths {
  /** Width of Selene's layers, leaves included. */
  readonly selene: number;
  readonly helios: number;
}
export const WIDTHS: TreeWidths = { selene: 38, helios: 18 };

/** Selene hashes even layers. */
export function isSelene(layer: number): boolean {
  return layer % 2 === 0;
}

/** How many children a hash of `layer` has at most; leaves count as one each. */
export function widthOf(layer: number, widths: TreeWidths): number {
  return isSelene(layer) ? widths.selene : widths.helios;
}

/** The number of hashes in each layer, from that above the leaves to the root. None without leaves. */
export function layerSizes(leafCount: number, widths: TreeWidths = WIDTHS): readonly number[] {
  const sizes: number[] = [];
  for (let children = leafCount; children > 0 && sizes.at(-1) !== 1; children = sizes.at(-1)!)
    sizes.push(Math.ceil(children / widthOf(sizes.length, widths)));
  return sizes;
}
