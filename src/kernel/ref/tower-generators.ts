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

/** The generator of the child at `index` in a chunk. Computed once. */
export function childGenerator(curve: TowerCurve, index: number): TowerPoint {
  const [name, known] = curve === Helios ? (['Helios', ofHelios] as const) : (['Selene', ofSelene] as const);
  return (known[index] ??= towerPointFrom(curve, utf8(`Monero ${name} G ${index}`)));
}
const ofHelios: TowerPoint[] = [];
const ofSelene: TowerPoint[] = [];
