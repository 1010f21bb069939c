/**
 * The path cache as rows of bytes, for the wallet's file: one for each tree, each chunk and each own output, so that a
 * commit writes only what a block changed. Their number is bounded by the last hundred blocks and by the paths of own
 * outputs.
 */
import { asCommitment, asPublicKey } from '../../base/brands.ts';
import { bigintToBytes, bytesToBigint } from '../../base/bytes.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import { fault } from './faults.ts';
import type { Frontier } from './frontier.ts';
import type { ChainOutput, LeafScalars } from './output.ts';
import { MAX_CACHED_BLOCKS, type LockedOutput, type PathCache, type TreeAt } from './path-cache.ts';
import { hasShape, pathOfLeaf, type KeptChunks } from './paths.ts';
import { WIDTHS, type TreeWidths } from './tree-shape.ts';

const HEAD = 'head';
const OWN = /^o(\d{1,15})$/;
const LEAVES = /^l(\d{1,15})$/;
/** Least size of a waiting output. */
const LOCKED_SIZE = 2 + 1 + 64;

/** Version of the format below. A cache of another version cannot be read: it is built anew. */
const VERSION = 2;
/** More than the tree can ever have (FCMP_PLUS_PLUS_MAX_LAYERS is 12). */
const MAX_LAYERS = 16;
const MAX_ENTRIES = 1 << 24;

/** How a hash of a layer is stored; `read` gives undefined for bytes that are none. */
export interface ElementForm<Element> {
  readonly size: number;
  write(layer: number, element: Element): Uint8Array;
  read(layer: number, bytes: Uint8Array): Element | undefined;
}

/** By name: `head`, and the rows that `partsOf` names. */
export type CacheRows = ReadonlyMap<string, Uint8Array>;

export interface RowChanges {
  readonly puts: CacheRows;
  readonly deletes: readonly string[];
}

/** Finds the puts and deletes that turn the rows of `before` into those of `after`. `names`: of all rows that exist. */
export function changedRows<Element>(
  before: PathCache<Element> | undefined,
  after: PathCache<Element>,
  names: Iterable<string>,
  form: ElementForm<Element>,
): RowChanges {
  const known = before && partsOf(before, form);
  const parts = partsOf(after, form);
  const puts = new Map([[HEAD, writeHead(after)]]);
  // A part that a block does not change stays the same object.
  for (const [name, { of, write }] of parts) if (known?.get(name)?.of !== of) puts.set(name, write());
  return { puts, deletes: [...names].filter((name) => name !== HEAD && !parts.has(name)) };
}

interface Part {
  readonly of: unknown;
  readonly write: () => Uint8Array;
}

const blockName = (height: number): string => `b${height}`;

/** Trees by height, own outputs by id, chunks of leaves and of layers by index. */
const partsOf = <Element>(
  { blocks, own, chunks }: PathCache<Element>,
  form: ElementForm<Element>,
): ReadonlyMap<string, Part> => {
  const parts = new Map<string, Part>();
  const add = (name: string, of: unknown, write: (writer: Writer) => void): void => {
    parts.set(name, {
      of,
      write: () => {
        const writer = new Writer();
        write(writer);
        return writer.done();
      },
    });
  };
  const putElements = (writer: Writer, layer: number, elements: readonly Element[]): void => {
    writer.list(elements, (w, element) => w.bytes(form.write(layer, element)));
  };
  for (const [i, block] of blocks.entries())
    add(blockName(block.height), block, (writer) => {
      const { leafCount, leaves, layers } = block.frontier;
      writer.varint(block.nextId).varint(leafCount).list(leaves, putLeaf).varint(layers.length);
      for (const [layer, elements] of layers.entries()) putElements(writer, layer, elements);
      writer.list(lockedIn(block, blocks[i - 1]?.nextId ?? block.nextId), putLocked);
    });
  for (const [id, output] of own)
    add(`o${id}`, output, (writer) => {
      writer.key(output.key).varint(output.leaf === undefined ? 0 : output.leaf + 1);
    });
  for (const [index, leaves] of chunks.leaves)
    add(`l${index}`, leaves, (writer) => {
      writer.list(leaves, putLeaf);
    });
  for (const [layer, kept] of chunks.layers.entries())
    for (const [index, elements] of kept)
      add(`c${layer}.${index}`, elements, (writer) => {
        putElements(writer, layer, elements);
      });
  return parts;
};

/** The oldest tree has all its waiting outputs here, since those of older blocks are among them. */
const writeHead = ({ blocks, chunks }: PathCache<unknown>): Uint8Array =>
  new Writer()
    .u8(VERSION)
    .varint(blocks[0]!.height + 1)
    .varint(blocks.length)
    .list(lockedIn(blocks[0]!, 0), putLocked)
    .varint(chunks.layers.length)
    .done();

type LockedUntil = LockedOutput & { readonly enters: number };

/** The waiting outputs from this id on. */
const lockedIn = ({ locked }: TreeAt<unknown>, firstId: number): readonly LockedUntil[] =>
  [...locked].flatMap(([enters, outputs]) =>
    outputs.filter(({ id }) => id >= firstId).map((output) => ({ ...output, enters })),
  );

/**
 * Own fault `bad_path_cache`: `version` for another format, `damaged` for rows that no cache gives. Byte arrays are
 * views of the rows.
 */
export function readPathCache<Element>(
  rows: CacheRows,
  form: ElementForm<Element>,
  widths: TreeWidths = WIDTHS,
): PathCache<Element> {
  const { first, count, locked, depth } = readRow(rows, HEAD, (reader) => {
    if (reader.u8() !== VERSION) throw fault('bad_path_cache', { reason: 'version' });
    return {
      first: reader.safeVarint('height') - 1,
      count: reader.count(MAX_CACHED_BLOCKS),
      locked: reader.list(MAX_ENTRIES, LOCKED_SIZE, readLocked),
      depth: reader.count(MAX_LAYERS),
    };
  });
  const blocks: TreeAt<Element>[] = [];
  for (let height = first; height < first + count; height++) {
    const before = blocks.at(-1);
    const block = readRow(rows, blockName(height), (reader) => readBlock(reader, form));
    blocks.push({
      ...block,
      height,
      locked: addLocked(before?.locked ?? new Map(), before ? block.locked : locked, height),
    });
  }
  if (blocks.length === 0 || !blocks.every(({ frontier }) => hasShape(frontier, widths))) throw damaged();
  const own = new Map(namedRows(rows, OWN).map(([[id], row]) => [id!, readRow(rows, row, readOwn)]));
  const chunks = {
    leaves: new Map(
      namedRows(rows, LEAVES).map(([[index], row]) => [index!, readRow(rows, row, readLeaves)] as const),
    ),
    layers: Array.from({ length: depth }, (_, layer) => readLayer(rows, layer, form)),
  };
  const { leafCount } = blocks.at(-1)!.frontier;
  for (const { leaf } of own.values())
    if (leaf !== undefined && !isKept(chunks, leaf, leafCount, widths)) throw damaged();
  return { blocks, own, chunks };
}

const damaged = () => fault('bad_path_cache', { reason: 'damaged' });

const readRow = <Read>(rows: CacheRows, name: string, read: (reader: Reader) => Read): Read => {
  const bytes = rows.get(name);
  if (bytes === undefined) throw damaged();
  const reader = new Reader(bytes);
  const value = read(reader);
  reader.end();
  return value;
};

const LAYERS = /^c(\d{1,2})\.(\d{1,15})$/;
/** The rows with such a name, and the numbers in it. */
const namedRows = (rows: CacheRows, pattern: RegExp): (readonly [readonly number[], string])[] =>
  [...rows.keys()].flatMap((name) => {
    const match = pattern.exec(name);
    return match ? [[match.slice(1).map(Number), name] as const] : [];
  });

const readLayer = <Element>(rows: CacheRows, layer: number, form: ElementForm<Element>) =>
  new Map(
    namedRows(rows, LAYERS)
      .filter(([[of]]) => of === layer)
      .map(
        ([[, index], row]) =>
          [index!, readRow(rows, row, (reader) => readElements(reader, layer, form))] as const,
      ),
  );

const isKept = <Element>(
  chunks: KeptChunks<Element>,
  leaf: number,
  leafCount: number,
  widths: TreeWidths,
): boolean => {
  const path = leaf < leafCount ? pathOfLeaf(chunks, leaf, widths) : undefined;
  return (
    path !== undefined && path.layers.every((chunk: readonly Element[] | undefined) => chunk !== undefined)
  );
};

const readBlock = <Element>(reader: Reader, form: ElementForm<Element>) => {
  const nextId = reader.safeVarint('id');
  const leafCount = reader.safeVarint('leaves');
  const leaves = readLeaves(reader);
  const depth = reader.count(MAX_LAYERS);
  const layers = Array.from({ length: depth }, (_, layer) => readElements(reader, layer, form));
  const frontier: Frontier<Element> = { leafCount, leaves, layers };
  return { nextId, frontier, locked: reader.list(MAX_ENTRIES, LOCKED_SIZE, readLocked) };
};

const addLocked = (
  before: TreeAt<unknown>['locked'],
  added: readonly LockedUntil[],
  height: number,
): TreeAt<unknown>['locked'] => {
  const locked = new Map(before);
  for (const { enters, ...output } of added) locked.set(enters, [...(locked.get(enters) ?? []), output]);
  locked.delete(height);
  return locked;
};

const readElements = <Element>(
  reader: Reader,
  layer: number,
  form: ElementForm<Element>,
): readonly Element[] =>
  reader.list(MAX_ENTRIES, form.size, (r) => {
    const element = form.read(layer, r.take(form.size));
    if (element === undefined) throw damaged();
    return element;
  });

const putLeaf = (writer: Writer, leaf: LeafScalars): void => {
  for (const scalar of leaf) writer.bytes(bigintToBytes(scalar, 32));
};
const readLeaves = (reader: Reader): readonly LeafScalars[] => reader.list(MAX_ENTRIES, 6 * 32, readLeaf);
const readLeaf = (reader: Reader): LeafScalars => {
  const next = (): bigint => bytesToBigint(reader.take(32));
  return [next(), next(), next(), next(), next(), next()];
};

const KINDS: readonly ChainOutput['kind'][] = ['legacy', 'carrot'];
const putLocked = (writer: Writer, { id, enters, output }: LockedUntil): void => {
  const { kind, key, commitment } = output;
  writer.varint(id).varint(enters).u8(KINDS.indexOf(kind)).key(key).key(commitment);
};
const readLocked = (reader: Reader): LockedUntil => {
  const [id, enters] = [reader.safeVarint('id'), reader.safeVarint('height')];
  const kind = KINDS[reader.u8()];
  if (kind === undefined) throw damaged();
  const output = { kind, key: asPublicKey(reader.key()), commitment: asCommitment(reader.key()) };
  return { id, enters, output };
};
const readOwn = (reader: Reader) => {
  const key = asPublicKey(reader.key());
  const leaf = reader.safeVarint('leaf');
  return { key, leaf: leaf === 0 ? undefined : leaf - 1 };
};
