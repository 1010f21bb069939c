/**
 * Sums for proofs by the tower module (assembly/tower): one instance for each curve, with tables of the generators that
 * are filled when they are needed first. In variable time.
 */
import { bigintToBytes, bytesToBigint } from '../../base/bytes.ts';
import { Helios, Selene, type TowerCurve, type TowerPoint } from '../ref/tower-cycle.ts';
import { childGenerator, maskGenerator, rightGenerator, valueGenerator } from '../ref/tower-generators.ts';
import type { ProofScalars, TowerSums } from '../tower-sums.ts';
import { writeWideTower } from '../tower.ts';
import { align } from './instance.ts';
import { towerExports, type TowerExports } from './tower.ts';

const PAGE = 65536;
/** Scalars of one sum, and points of one that have no table. */
const MOST_SCALARS = 2 + 2 * 4096;
const MOST_OTHERS = 64;

/** `source` as of `startTower`. */
export async function startTowerSums(source: BufferSource | WebAssembly.Module): Promise<TowerSums> {
  const selene = sumsOver(Selene, await towerExports(source));
  const helios = sumsOver(Helios, await towerExports(source));
  return (curve, scalars) => (curve === Selene ? selene : helios)(scalars);
}

const sumsOver = (curve: TowerCurve, exports: TowerExports): ((scalars: ProofScalars) => TowerPoint) => {
  const number = curve === Helios ? 0 : 1;
  const tableSize = exports.tableSize();
  const out = align(exports.heapBase());
  const [existing, wide] = [out + 64, out + 128];
  const list = wide + 64;
  const others = align(list + 32 * MOST_SCALARS);
  const tables = align(others + tableSize * MOST_OTHERS);
  let bytes = new Uint8Array(exports.memory.buffer);
  const reserve = (end: number): void => {
    const missing = end - exports.memory.buffer.byteLength;
    if (missing <= 0) return;
    exports.memory.grow(Math.ceil(missing / PAGE));
    bytes = new Uint8Array(exports.memory.buffer);
  };
  const fill = (table: number, point: TowerPoint): void => {
    bytes.set(writeWideTower(point), wide);
    exports.fillTable(table, wide, number);
  };
  let filled = 0;
  const prepare = (count: number): void => {
    reserve(tables + tableSize * count);
    for (; filled < count; filled++) fill(tables + tableSize * filled, generatorAt(curve, filled));
  };
  const sum = (at: number, scalars: readonly bigint[]): void => {
    for (const [i, scalar] of scalars.entries()) bytes.set(bigintToBytes(scalar, 32), list + 32 * i);
    exports.sumOfChildren(out, number, existing, at, list, scalars.length);
    bytes.copyWithin(existing, out, out + 64);
  };
  return ({ left = [], right = [], value = 0n, mask = 0n, others: terms = [] }) => {
    const scalars = [value, mask];
    for (let i = 0; i < Math.max(left.length, right.length); i++) scalars.push(left[i] ?? 0n, right[i] ?? 0n);
    if (scalars.length > MOST_SCALARS) throw new Error('a proof has fewer rows');
    prepare(scalars.length);
    bytes.fill(0, existing, existing + 64);
    sum(tables, scalars);
    const nonzero = terms.filter(({ point }) => !point.is0());
    for (let at = 0; at < nonzero.length; at += MOST_OTHERS) {
      const some = nonzero.slice(at, at + MOST_OTHERS);
      for (const [i, { point }] of some.entries()) fill(others + tableSize * i, point);
      sum(
        others,
        some.map(({ scalar }) => scalar),
      );
    }
    const [x, y] = [existing, existing + 32].map((from) => bytesToBigint(bytes.subarray(from, from + 32)));
    return x === 0n && y === 0n ? curve.ZERO : curve.fromAffine({ x: x!, y: y! });
  };
};

/** Generators of values and masks, then those of left and right values in turn, so that a shorter sum needs fewer. */
const generatorAt = (curve: TowerCurve, index: number): TowerPoint => {
  if (index < 2) return index === 0 ? valueGenerator(curve) : maskGenerator(curve);
  const at = (index >> 1) - 1;
  return index % 2 === 0 ? childGenerator(curve, at) : rightGenerator(curve, at);
};
