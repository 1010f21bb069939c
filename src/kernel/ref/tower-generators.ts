/**
 * Points of Helios and Selene with unknown discrete logarithm: keccak of a text, hashed again until it encodes a point.
 * Upstream: monero-oxide/ringct/fcmp++/generators/src/lib.rs of monero-oxide/monero-oxide at 664712da7. Until 2025 the
 * number of a child was written as a varint there, and the other generators were the same.
 * Vectors: tests/vectors/kernel/tower-cycle.json.
 */
import { utf8 } from '../../base/bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import { Helios, Selene, tryTowerPoint, type TowerCurve, type TowerPoint } from './tower-cycle.ts';

export function towerPointFrom(curve: TowerCurve, seed: Uint8Array): TowerPoint {
  for (let hash = keccak256(seed); ; hash = keccak256(hash)) {
    const point = tryTowerPoint(curve, hash);
    if (point !== undefined && !point.is0()) return point;
  }
}

/** The hash of no children. */
export const HELIOS_HASH_INIT = towerPointFrom(Helios, utf8('Monero Helios Hash Initializer'));
export const SELENE_HASH_INIT = towerPointFrom(Selene, utf8('Monero Selene Hash Initializer'));

/** The generator of the child at `index` in a chunk; in a proof, that of a left value. Computed once. */
export function childGenerator(curve: TowerCurve, index: number): TowerPoint {
  return generator(curve, `G ${index}`);
}

/** The generator of the right value at `index` of a proof. Computed once. */
export function rightGenerator(curve: TowerCurve, index: number): TowerPoint {
  return generator(curve, `H ${index}`);
}

/** The generators of single values and of masks. Computed once. */
export function valueGenerator(curve: TowerCurve): TowerPoint {
  return generator(curve, 'G');
}
export function maskGenerator(curve: TowerCurve): TowerPoint {
  return generator(curve, 'H');
}

const generator = (curve: TowerCurve, suffix: string): TowerPoint => {
  const text = `Monero ${curve === Helios ? 'Helios' : 'Selene'} ${suffix}`;
  let point = known.get(text);
  if (point === undefined) known.set(text, (point = towerPointFrom(curve, utf8(text))));
  return point;
};
const known = new Map<string, TowerPoint>();
