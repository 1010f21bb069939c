/**
 * The tree of outputs with the fast arithmetic of the kernel (kernel/tower.ts): equal to `towerHasher` and
 * `leafScalars`, which are readable.
 */
import { isFault } from '../../base/fault.ts';
import { bigintToBytes, bytesToBigint, concat } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { Helios, Selene, type TowerCurve } from '../../kernel/ref/tower-cycle.ts';
import { towerHashInit } from '../../kernel/ref/tower-hash.ts';
import { writeWideTower, type Tower, type WideTowerPoint } from '../../kernel/tower.ts';
import type { OutputTree } from '../block/types.ts';
import { fault } from './faults.ts';
import type { Frontier } from './frontier.ts';
import { outputTuple, type ChainOutput, type LeafScalars } from './output.ts';
import type { TreeRules } from './path-cache.ts';
import type { ElementForm } from './stored-cache.ts';
import type { TreeHasher } from './tree-hasher.ts';
import { isSelene } from './tree-shape.ts';

const INIT = {
  selene: writeWideTower(towerHashInit(Selene)),
  helios: writeWideTower(towerHashInit(Helios)),
};

export function fastTreeRules(tower: Tower): TreeRules<WideTowerPoint> {
  return { hasher: fastHasher(tower), leafOf: (output) => fastLeafScalars(tower, output) };
}

/** The form has both coordinates: computing y from x takes a square root for each of thousands of points. */
export const wideForm: ElementForm<WideTowerPoint> = {
  size: 64,
  write: (_layer, element) => element,
  read: (layer, bytes) => {
    const curve = curveOf(layer);
    const { Fp } = curve;
    const [x, y] = [bytesToBigint(bytes.subarray(0, 32)), bytesToBigint(bytes.subarray(32))];
    const { a, b } = curve.CURVE();
    const isOn =
      Fp.isValid(x) && Fp.isValid(y) && Fp.eql(Fp.sqr(y), Fp.add(Fp.mul(Fp.add(Fp.sqr(x), a), x), b));
    return isOn ? bytes : undefined;
  },
};

/** Layers and root as a block contains them: zeros for a tree without leaves. */
export function treeOf({ layers }: Pick<Frontier<WideTowerPoint>, 'layers'>): OutputTree {
  const [root] = layers.at(-1) ?? [];
  if (root === undefined) return { layers: 0, root: new Uint8Array(32) };
  const x = bytesToBigint(root.subarray(0, 32));
  const isOdd = BigInt(root[32]! & 1);
  return { layers: layers.length, root: bigintToBytes(x | (isOdd << 255n), 32) };
}

const fastHasher = (tower: Tower): TreeHasher<WideTowerPoint> => ({
  init: (layer) => (isSelene(layer) ? INIT.selene : INIT.helios),
  grow: (layer, existing, offset, replaced, [first = 0n, ...others]) => {
    const curve = curveOf(layer);
    return tower.addChildren(curve, existing, offset, [curve.Fn.sub(first, replaced), ...others]);
  },
  trim: (layer, existing, offset, [first = 0n, ...others], grownBack) => {
    const curve = curveOf(layer);
    const less = others.map((scalar) => curve.Fn.neg(scalar));
    return tower.addChildren(curve, existing, offset, [curve.Fn.sub(grownBack, first), ...less]);
  },
  scalarOf: (_layer, element) => {
    const x = bytesToBigint(element.subarray(0, 32));
    // No other point has x = 0.
    if (x === 0n) throw fault('bad_point');
    return x;
  },
});
const curveOf = (layer: number): TowerCurve => (isSelene(layer) ? Selene : Helios);

/** Undefined for an output that never enters the tree. */
const fastLeafScalars = (tower: Tower, output: ChainOutput): LeafScalars | undefined => {
  try {
    const tuple = outputTuple(output);
    if (tuple === undefined) return undefined;
    const [O, I, C] = tower.toWeierstrass(kernel.widen(concat(tuple.O, tuple.I, tuple.C)));
    return [O!.x, O!.y, I!.x, I!.y, C!.x, C!.y];
  } catch (error) {
    if (isFault(error, 'bad_point')) return undefined;
    throw error;
  }
};
