/**
 * Roots of trees that monero-fcmp-plus-plus 0.1.0 at 15ef711 (kayabaNerve/fcmp-plus-plus) computed, quoted in the tests of
 * an independent program in Rust. Output i has the points 3i + 1, 3i + 2 and 3i + 3 times the base point. At that time
 * children had other generators and y of leaves the other sign.
 */
import { expect, it } from 'vitest';
import { toHex } from '../../../src/base/hex.ts';
import { EdwardsPoint } from '../../../src/kernel/ref/point.ts';
import {
  Helios,
  scalarOfPoint,
  Selene,
  towerMultiexp,
  writeTowerPoint,
  type TowerPoint,
} from '../../../src/kernel/ref/tower-cycle.ts';
import { towerHashInit } from '../../../src/kernel/ref/tower-hash.ts';
import { toWeierstrass } from '../../../src/kernel/ref/wei25519.ts';
import type { LeafScalars } from '../../../src/protocol/fcmp/output.ts';
import { towerHasher } from '../../../src/protocol/fcmp/tree-hasher.ts';
import { WIDTHS } from '../../../src/protocol/fcmp/tree-shape.ts';
import { addLeaves, EMPTY_TREE } from '../../../src/protocol/fcmp/tree.ts';
import { slowLayers } from '../../support/slow-tree.ts';
import { towerSums } from '../../support/tower-sums.ts';
import { childGeneratorOf2024 } from '../kernel/tower-cycle.ts';

const generators = (curve: typeof Selene, count: number): TowerPoint[] =>
  Array.from({ length: count }, (_, i) => childGeneratorOf2024(curve, i));
const ofSelene = generators(Selene, 228);
const ofHelios = generators(Helios, 18);

const hashOf2024 = (layer: number, scalars: readonly bigint[]): TowerPoint => {
  const [curve, all] = layer % 2 === 0 ? [Selene, ofSelene] : [Helios, ofHelios];
  return towerHashInit(curve).add(towerMultiexp(curve, scalars, all.slice(0, scalars.length)));
};
const leaf = (at: number): LeafScalars =>
  [1, 2, 3].flatMap((i) => {
    const { x, y } = toWeierstrass(EdwardsPoint.BASE.multiply(BigInt(3 * at + i)).toBytes());
    return [x, EdwardsPoint.Fp.neg(y)];
  }) as unknown as LeafScalars;
const leaves = Array.from({ length: 39 }, (_, at) => leaf(at));

it.each([
  [1, 'b391b38ca41c3b31460fa64e77c574944675fcbc968a831c741b2bcccd9c4de5'],
  [38, '118890dbba8bfc4fb82e61f263868049dc8050554c613bd4a78c7060a3113a63'],
  [39, '6e10ad9d95a60598eba3978197231f0111b5364d60bac26b0264f53959e4296b'],
])('the definition that trees are compared with gives the published root of %i outputs', (count, root) => {
  const layers = slowLayers(leaves.slice(0, count), WIDTHS, hashOf2024, scalarOfPoint);
  expect(toHex(writeTowerPoint(layers.at(-1)![0]!))).toBe(root);
});

it('the tower module gives the published root of 39 outputs', async () => {
  const sum = await towerSums();
  const hash = (layer: number, scalars: readonly bigint[]): TowerPoint => {
    const [curve, all] = layer % 2 === 0 ? [Selene, ofSelene] : [Helios, ofHelios];
    return sum(curve, towerHashInit(curve), scalars, all.slice(0, scalars.length));
  };
  const layers = slowLayers(leaves, WIDTHS, hash, scalarOfPoint);
  expect(toHex(writeTowerPoint(layers.at(-1)![0]!))).toBe(
    '6e10ad9d95a60598eba3978197231f0111b5364d60bac26b0264f53959e4296b',
  );
});

it('a tree of today that is grown across a layer is that of the definition', () => {
  const { layers } = addLeaves(
    addLeaves(EMPTY_TREE, leaves.slice(0, 37), towerHasher),
    leaves.slice(37),
    towerHasher,
  );
  const hash = (layer: number, scalars: readonly bigint[]): TowerPoint =>
    towerHasher.grow(layer, towerHasher.init(layer), 0, 0n, scalars);
  const expected = slowLayers(leaves, WIDTHS, hash, scalarOfPoint);
  const hexOf = (all: readonly (readonly TowerPoint[])[]) =>
    all.map((layer) => layer.map((point) => toHex(writeTowerPoint(point))));
  expect(hexOf(layers)).toEqual(hexOf(expected));
});
