/**
 * The fast arithmetic of the tree of outputs: the twin of ref/tower-hash.ts and ref/wei25519.ts in WebAssembly. It is a
 * module of its own that loads on demand. Public data, variable time.
 */
import { bigintToBytes, bytesToBigint } from '../../base/bytes.ts';
import { fault } from '../faults.ts';
import { Helios, Selene, type TowerCurve } from '../ref/tower-cycle.ts';
import { childGenerator, HELIOS_HASH_INIT, SELENE_HASH_INIT } from '../ref/tower-generators.ts';
import { towerHashGrow } from '../ref/tower-hash.ts';
import type { WeierstrassPoint } from '../ref/wei25519.ts';
import { writeWideTower, type Tower } from '../tower.ts';
import { align } from './instance.ts';

/** Types of the functions in src/kernel/assembly/tower/index.ts. */
export interface TowerExports {
  readonly memory: WebAssembly.Memory;
  readonly init: () => void;
  readonly heapBase: () => number;
  readonly tableSize: () => number;
  readonly fillTable: (table: number, wide: number, curve: number) => void;
  readonly sumOfChildren: (
    out: number,
    curve: number,
    existing: number,
    tables: number,
    scalars: number,
    n: number,
  ) => void;
  readonly secretTableSize: () => number;
  readonly fillSecretTable: (table: number, wide: number, curve: number) => void;
  readonly secretSum: (
    out: number,
    curve: number,
    tables: number,
    scalars: number,
    n: number,
    digits: number,
  ) => void;
  readonly toWeierstrass: (out: number, wide: number, n: number, work: number) => number;
  readonly fieldMul: (out: number, a: number, b: number, curve: number) => void;
  readonly fieldInvert: (out: number, a: number, curve: number) => void;
}

const PAGE = 65536;
/** Children of a chunk: those of WIDTHS in src/protocol/fcmp/tree-shape.ts, six scalars for each leaf. */
const MOST = { helios: 18, selene: 6 * 38 };
/** Points of one inversion. */
const POINTS = 256;
const POINT_BYTES = 216;

/**
 * Starts the module: its bytes, or one that was compiled elsewhere. The tables of the generators are filled when a child
 * is hashed first. Throws if its results are not those of the readable twin.
 */
export async function startTower(source: BufferSource | WebAssembly.Module): Promise<Tower> {
  const exports = await towerExports(source);
  const tower = createTower(exports);
  if (!agrees(tower)) throw new Error('the tower module gives other results than its twin');
  return tower;
}

export async function towerExports(source: BufferSource | WebAssembly.Module): Promise<TowerExports> {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const { exports } = await WebAssembly.instantiate(module, {});
  const tower = exports as unknown as TowerExports;
  tower.init();
  return tower;
}

const createTower = (exports: TowerExports): Tower => {
  const tableSize = exports.tableSize();
  const out = align(exports.heapBase());
  const existingAt = out + 64;
  const list = existingAt + 64;
  const listSize = Math.max(32 * MOST.selene, (64 + 64 + POINT_BYTES) * POINTS);
  const tables = align(list + listSize);
  const missing = tables + tableSize * (MOST.helios + MOST.selene) - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
  const bytes = new Uint8Array(exports.memory.buffer);

  const curves = new Map([
    [Helios, { number: 0, tables, filled: 0, most: MOST.helios }],
    [Selene, { number: 1, tables: tables + tableSize * MOST.helios, filled: 0, most: MOST.selene }],
  ]);
  /** Tables are filled in order, up to the child that is needed. */
  const prepare = (curve: TowerCurve, count: number) => {
    const known = curves.get(curve)!;
    if (count > known.most) throw new Error('a chunk has fewer children');
    for (; known.filled < count; known.filled++) {
      bytes.set(writeWideTower(childGenerator(curve, known.filled)), list);
      exports.fillTable(known.tables + tableSize * known.filled, list, known.number);
    }
    return known;
  };
  return {
    addChildren: (curve, existing, offset, scalars) => {
      const { number, tables: from } = prepare(curve, offset + scalars.length);
      for (const [i, scalar] of scalars.entries()) {
        if (scalar < 0n || scalar >= curve.Fn.ORDER) throw fault('bad_scalar');
        bytes.set(bigintToBytes(scalar, 32), list + 32 * i);
      }
      bytes.set(existing, existingAt);
      exports.sumOfChildren(out, number, existingAt, from + tableSize * offset, list, scalars.length);
      return bytes.slice(out, out + 64);
    },
    toWeierstrass: (wide) => {
      const points: WeierstrassPoint[] = [];
      for (let at = 0; at < wide.length; at += 64 * POINTS) {
        const some = wide.subarray(at, at + 64 * POINTS);
        bytes.set(some, list);
        const results = list + 64 * POINTS;
        if (!exports.toWeierstrass(results, list, some.length / 64, results + 64 * POINTS))
          throw fault('bad_point');
        for (let i = results; i < results + some.length; i += 64)
          points.push({
            x: bytesToBigint(bytes.subarray(i, i + 32)),
            y: bytesToBigint(bytes.subarray(i + 32, i + 64)),
          });
      }
      return points;
    },
  };
};

/** A few hashes that use every path of the field and the buckets. */
const agrees = (tower: Tower): boolean =>
  (
    [
      [Helios, HELIOS_HASH_INIT],
      [Selene, SELENE_HASH_INIT],
    ] as const
  ).every(([curve, init]) => {
    const scalars = [0n, 1n, curve.Fn.ORDER - 1n, curve.Fn.ORDER >> 1n];
    const fast = tower.addChildren(curve, writeWideTower(init), 0, scalars);
    const readable = writeWideTower(towerHashGrow(curve, init, 0, 0n, scalars));
    return fast.every((byte, i) => byte === readable[i]);
  });
