/** Sums of multiples of any points by the tower module, which has a function for its own generators only. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { bigintToBytes, bytesToBigint } from '../../src/base/bytes.ts';
import { Helios, type TowerCurve, type TowerPoint } from '../../src/kernel/ref/tower-cycle.ts';
import { writeWideTower } from '../../src/kernel/tower.ts';
import type { TowerSums } from '../../src/kernel/tower-sums.ts';
import { startTowerSums } from '../../src/kernel/wasm/tower-sums.ts';
import { towerExports } from '../../src/kernel/wasm/tower.ts';

export type TowerSum = (
  curve: TowerCurve,
  existing: TowerPoint,
  scalars: readonly bigint[],
  points: readonly TowerPoint[],
) => TowerPoint;

export async function towerSums(): Promise<TowerSum> {
  const exports = await towerExports(await readModule());
  const at = exports.heapBase();
  exports.memory.grow(64);
  const memory = new Uint8Array(exports.memory.buffer);
  return (curve, existing, scalars, points) => {
    const number = curve === Helios ? 0 : 1;
    const scalarsAt = at + 256;
    const tables = scalarsAt + 32 * scalars.length + 64;
    for (const [i, point] of points.entries()) {
      memory.set(writeWideTower(point), at);
      exports.fillTable(tables + exports.tableSize() * i, at, number);
      memory.set(bigintToBytes(scalars[i]!, 32), scalarsAt + 32 * i);
    }
    memory.set(writeWideTower(existing), at + 64);
    exports.sumOfChildren(at + 128, number, at + 64, tables, scalarsAt, scalars.length);
    const [x, y] = [at + 128, at + 160].map((from) => bytesToBigint(memory.subarray(from, from + 32)));
    return x === 0n && y === 0n ? curve.ZERO : curve.fromAffine({ x: x!, y: y! });
  };
}

/** The sums for proofs, by the tower module. */
export async function fastSums(): Promise<TowerSums> {
  return startTowerSums(await readModule());
}

const readModule = (): Promise<Uint8Array<ArrayBuffer>> =>
  readFile(resolve(import.meta.dirname, '../../src/kernel/wasm/tower.wasm'));
