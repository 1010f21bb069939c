/**
 * Sums for proofs by the tower module (assembly/tower): two instances for each curve, of which one takes secret scalars.
 * Tables of the generators are filled when they are needed first.
 */
import { bigintToBytes } from '../../base/bytes.ts';
import { Helios, Selene, type TowerCurve, type TowerPoint } from '../ref/tower-cycle.ts';
import { childGenerator, maskGenerator, rightGenerator, valueGenerator } from '../ref/tower-generators.ts';
import type { ProofScalars, TowerSums } from '../tower-sums.ts';
import { readWideTower, writeWideTower } from '../tower.ts';
import { align } from './instance.ts';
import { towerExports, type TowerExports } from './tower.ts';

const PAGE = 65536;
/** Scalars of one sum, and points of one that have no table. */
const MOST_SCALARS = 2 + 2 * 4096;
const MOST_OTHERS = 64;

/** `source` as of `startTower`. */
export async function startTowerSums(source: BufferSource | WebAssembly.Module): Promise<TowerSums> {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const start = async (curve: TowerCurve): Promise<(scalars: ProofScalars) => TowerPoint> => {
    const open = openSums(curve, await towerExports(module));
    const secret = secretSums(curve, await towerExports(module));
    return (scalars) => (scalars.secret ? secret : open)(scalars);
  };
  const [selene, helios] = [await start(Selene), await start(Helios)];
  return (curve, scalars) => (curve === Selene ? selene : helios)(scalars);
}

/** Memory of an instance: places of 64 bytes, then a list, then the tables of the generators. */
interface Arena {
  readonly curve: number;
  readonly out: number;
  readonly existing: number;
  readonly list: number;
  /** Behind the list. */
  readonly work: number;
  bytes(): Uint8Array;
  fill(table: number, point: TowerPoint): void;
  /** The address of the table of a generator, filled. */
  table(index: number): number;
}

const openArena = (
  curve: TowerCurve,
  exports: TowerExports,
  {
    size,
    fill,
    work,
  }: { readonly size: number; readonly fill: TowerExports['fillTable']; readonly work: number },
): Arena => {
  const number = curve === Helios ? 0 : 1;
  const out = align(exports.heapBase());
  const wide = out + 128;
  const list = wide + 64;
  const workAt = align(list + 32 * MOST_SCALARS);
  const tables = align(workAt + work);
  let bytes = new Uint8Array(exports.memory.buffer);
  const reserve = (end: number): void => {
    const missing = end - exports.memory.buffer.byteLength;
    if (missing <= 0) return;
    exports.memory.grow(Math.ceil(missing / PAGE));
    bytes = new Uint8Array(exports.memory.buffer);
  };
  reserve(tables);
  const put = (table: number, point: TowerPoint): void => {
    bytes.set(writeWideTower(point), wide);
    fill(table, wide, number);
  };
  let filled = 0;
  return {
    curve: number,
    out,
    existing: out + 64,
    list,
    work: workAt,
    fill: put,
    bytes: () => bytes,
    table: (index) => {
      reserve(tables + size * (index + 1));
      for (; filled <= index; filled++) put(tables + size * filled, generatorAt(curve, filled));
      return tables + size * index;
    },
  };
};

/** Generators of values and masks, then those of left and right values in turn, so that a shorter sum needs fewer. */
const generatorAt = (curve: TowerCurve, index: number): TowerPoint => {
  if (index < 2) return index === 0 ? valueGenerator(curve) : maskGenerator(curve);
  const at = (index >> 1) - 1;
  return index % 2 === 0 ? childGenerator(curve, at) : rightGenerator(curve, at);
};

const readSum = (curve: TowerCurve, bytes: Uint8Array, at: number): TowerPoint =>
  readWideTower(curve, bytes.subarray(at, at + 64));

const writeList = (bytes: Uint8Array, at: number, scalars: readonly bigint[]): void => {
  if (scalars.length > MOST_SCALARS) throw new Error('a proof has fewer rows');
  for (const [i, scalar] of scalars.entries()) bytes.set(bigintToBytes(scalar, 32), at + 32 * i);
};

const openSums = (curve: TowerCurve, exports: TowerExports): ((scalars: ProofScalars) => TowerPoint) => {
  const size = exports.tableSize();
  const arena = openArena(curve, exports, { size, fill: exports.fillTable, work: size * MOST_OTHERS });
  const { out, existing, list, work } = arena;
  const sum = (tables: number, scalars: readonly bigint[]): void => {
    writeList(arena.bytes(), list, scalars);
    exports.sumOfChildren(out, arena.curve, existing, tables, list, scalars.length);
    arena.bytes().copyWithin(existing, out, out + 64);
  };
  return ({ left = [], right = [], value = 0n, mask = 0n, others = [] }) => {
    const scalars = [value, mask];
    for (let i = 0; i < Math.max(left.length, right.length); i++) scalars.push(left[i] ?? 0n, right[i] ?? 0n);
    arena.table(scalars.length - 1);
    arena.bytes().fill(0, existing, existing + 64);
    sum(arena.table(0), scalars);
    const nonzero = others.filter(({ point }) => !point.is0());
    for (let at = 0; at < nonzero.length; at += MOST_OTHERS) {
      const some = nonzero.slice(at, at + MOST_OTHERS);
      for (const [i, { point }] of some.entries()) arena.fill(work + size * i, point);
      sum(
        work,
        some.map(({ scalar }) => scalar),
      );
    }
    return readSum(curve, arena.bytes(), existing);
  };
};

const DIGITS = 64;

const secretSums = (curve: TowerCurve, exports: TowerExports): ((scalars: ProofScalars) => TowerPoint) => {
  const size = exports.secretTableSize();
  const work = (4 + DIGITS) * MOST_SCALARS;
  const arena = openArena(curve, exports, { size, fill: exports.fillSecretTable, work });
  const addresses = arena.work;
  const digits = addresses + 4 * MOST_SCALARS;
  return ({ left = [], right = [], value, mask, others }) => {
    if (others) throw new Error('a secret sum has generators only');
    const terms: (readonly [bigint, number])[] = [
      ...(value === undefined ? [] : [[value, 0] as const]),
      ...(mask === undefined ? [] : [[mask, 1] as const]),
      ...left.map((scalar, i) => [scalar, 2 + 2 * i] as const),
      ...right.map((scalar, i) => [scalar, 3 + 2 * i] as const),
    ];
    const tables = terms.map(([, index]) => arena.table(index));
    const bytes = arena.bytes();
    writeList(
      bytes,
      arena.list,
      terms.map(([scalar]) => scalar),
    );
    new Uint32Array(bytes.buffer, addresses, tables.length).set(tables);
    exports.secretSum(arena.out, arena.curve, addresses, arena.list, terms.length, digits);
    bytes.fill(0, arena.list, arena.list + 32 * terms.length);
    return readSum(curve, bytes, arena.out);
  };
};
