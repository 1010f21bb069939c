/**
 * The hash function of the tree, apart from the tree's shape: the readable one of the kernel here, a fast one or one for
 * tests elsewhere. `Element` is a hash of a layer.
 */
import {
  Helios,
  scalarOfPoint,
  Selene,
  type TowerCurve,
  type TowerPoint,
} from '../../kernel/ref/tower-cycle.ts';
import { towerHashGrow, towerHashInit, towerHashTrim } from '../../kernel/ref/tower-hash.ts';
import { isSelene } from './tree-shape.ts';

export interface TreeHasher<Element> {
  /** The hash of no children in `layer`. */
  init(layer: number): Element;
  /** Puts scalars at `offset` and after it; `replaced` is what is at `offset` now, or 0. */
  grow(
    layer: number,
    existing: Element,
    offset: number,
    replaced: bigint,
    scalars: readonly bigint[],
  ): Element;
  /** Takes away scalars, which begin at `offset`, and puts `grownBack` there, or nothing if it is 0. */
  trim(
    layer: number,
    existing: Element,
    offset: number,
    scalars: readonly bigint[],
    grownBack: bigint,
  ): Element;
  /** A hash of `layer` as a child of the next layer. */
  scalarOf(layer: number, element: Element): bigint;
}

export const towerHasher: TreeHasher<TowerPoint> = {
  init: (layer) => towerHashInit(curveOf(layer)),
  grow: (layer, ...how) => towerHashGrow(curveOf(layer), ...how),
  trim: (layer, ...how) => towerHashTrim(curveOf(layer), ...how),
  scalarOf: (_layer, element) => scalarOfPoint(element),
};

const curveOf = (layer: number): TowerCurve => (isSelene(layer) ? Selene : Helios);
