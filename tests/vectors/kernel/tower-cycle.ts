/** The generators of children as upstream made them until 2025, with which the published roots of trees were computed. */
import { concat, utf8 } from '../../../src/base/bytes.ts';
import { Helios, type TowerCurve, type TowerPoint } from '../../../src/kernel/ref/tower-cycle.ts';
import { towerPointFrom } from '../../../src/kernel/ref/tower-generators.ts';
import { varint } from '../../../src/protocol/encoding/varint.ts';

export function childGeneratorOf2024(curve: TowerCurve, index: number): TowerPoint {
  const name = curve === Helios ? 'Helios' : 'Selene';
  return towerPointFrom(curve, concat(utf8(`Monero ${name} G `), varint(index)));
}
