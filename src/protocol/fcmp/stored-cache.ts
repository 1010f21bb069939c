/**
 * The path cache as bytes, for the wallet's file. What blocks have in common is written once: a frontier that did not
 * change, and outputs that stay locked. So the size is bounded by the last hundred blocks and the paths of own outputs.
 */
import { asCommitment, asPublicKey } from '../../base/brands.ts';
import { bigintToBytes, bytesToBigint } from '../../base/bytes.ts';
import { Helios, Selene, type TowerPoint } from '../../kernel/ref/tower-cycle.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import { fault } from './faults.ts';
import type { Frontier } from './frontier.ts';
import type { ChainOutput, LeafScalars } from './output.ts';
import { MAX_CACHED_BLOCKS, type LockedOutput, type PathCache, type TreeAt } from './path-cache.ts';
import { hasShape, pathOfLeaf, type KeptChunks } from './paths.ts';
import { isSelene, WIDTHS, type TreeWidths } from './tree-shape.ts';

/** Of the format below. Another one cannot be read: the cache is then built anew. */
const VERSION = 1;
/** More than the tree can ever have (FCMP_PLUS_PLUS_MAX_LAYERS is 12). */
const MAX_LAYERS = 16;
const MAX_ENTRIES = 1 << 24;

/** How a hash of a layer is stored; `read` gives undefined for bytes that are none. */
export interface ElementForm<Element> {
  readonly size: number;
  write(layer: number, element: Element): Uint8Array;
  read(layer: number, bytes: Uint8Array): Element | undefined;
}

/** Both coordinates: computing y from x takes a square root for each of thousands of points. */
export const towerForm: ElementForm<TowerPoint> = {
  size: 64,
  write: (_layer, element) => {
    const { x, y } = element.toAffine();
    return new Writer().bytes(bigintToBytes(x, 32)).bytes(bigintToBytes(y, 32)).done();
  },
  read: (layer, bytes) => {
    const curve = isSelene(layer) ? Selene : Helios;
    try {
      const [x, y] = [bytesToBigint(bytes.subarray(0, 32)), bytesToBigint(bytes.subarray(32))];
      const point = curve.fromAffine({ x, y });
      point.assertValidity();
      return point;
    } catch {
      return undefined;
    }
  },
};

export function writePathCache<Element>(
  { blocks, own, chunks }: PathCache<Element>,
  form: ElementForm<Element>,
): Uint8Array {
  const writer = new Writer().u8(VERSION).varint(blocks[0]!.height + 1);
  writer.list(blocks, (w, block) => {
    const before = blocks[block.height - blocks[0]!.height - 1];
    w.varint(block.nextId);
    const isSame = before?.frontier === block.frontier;
    w.u8(isSame ? 1 : 0);
    if (!isSame) putFrontier(w, block.frontier, form);
    w.list(lockedSince(block, before), putLocked);
  });
  writer.list([...own], (w, [id, leaf]) => w.varint(id).varint(leaf === undefined ? 0 : leaf + 1));
  writer.list([...chunks.leaves], (w, [index, leaves]) => w.varint(index).list(leaves, putLeaf));
  writer.varint(chunks.layers.length);
  for (const [layer, kept] of chunks.layers.entries())
    writer.list([...kept], (w, [index, elements]) => {
      w.varint(index).list(elements, (each, element) => each.bytes(form.write(layer, element)));
    });
  return writer.done();
}

/**
 * Fault `bad_path_cache`: `version` for another format, `damaged` for bytes that no cache gives; and those of the reader.
 * Byte arrays are views of `bytes`.
 */
export function readPathCache<Element>(
  bytes: Uint8Array,
  form: ElementForm<Element>,
  widths: TreeWidths = WIDTHS,
): PathCache<Element> {
  const reader = new Reader(bytes);
  if (reader.u8() !== VERSION) throw fault('bad_path_cache', { reason: 'version' });
  const first = reader.safeVarint('height') - 1;
  const blocks: TreeAt<Element>[] = [];
  const count = reader.count(MAX_CACHED_BLOCKS);
  for (let i = 0; i < count; i++)
    blocks.push(readBlock(reader, { height: first + i, before: blocks.at(-1) }, form));
  if (blocks.length === 0 || !blocks.every(({ frontier }) => hasShape(frontier, widths))) throw damaged();
  const own = new Map(reader.list(MAX_ENTRIES, 2, readOwn));
  const chunks = readChunks(reader, form);
  reader.end();
  const { leafCount } = blocks.at(-1)!.frontier;
  for (const leaf of own.values())
    if (leaf !== undefined && !isKept(chunks, leaf, leafCount, widths)) throw damaged();
  return { blocks, own, chunks };
}

const damaged = () => fault('bad_path_cache', { reason: 'damaged' });

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

type LockedUntil = LockedOutput & { readonly lastLocked: number };

/** All locked outputs of the first block; of another one those that came with it. */
const lockedSince = (block: TreeAt<unknown>, before: TreeAt<unknown> | undefined): readonly LockedUntil[] =>
  [...block.locked]
    .flatMap(([lastLocked, outputs]) => outputs.map((output) => ({ ...output, lastLocked })))
    .filter(({ id }) => id >= (before?.nextId ?? 0));

const readBlock = <Element>(
  reader: Reader,
  { height, before }: { readonly height: number; readonly before: TreeAt<Element> | undefined },
  form: ElementForm<Element>,
): TreeAt<Element> => {
  const nextId = reader.safeVarint('id');
  const isSame = reader.u8() !== 0;
  if (isSame && before === undefined) throw damaged();
  const frontier = isSame ? before!.frontier : readFrontier(reader, form);
  const locked = new Map(before?.locked);
  for (const { lastLocked, ...output } of reader.list(MAX_ENTRIES, 2 + 1 + 64, readLocked))
    locked.set(lastLocked, [...(locked.get(lastLocked) ?? []), output]);
  locked.delete(height);
  return { height, frontier, locked, nextId };
};

const putFrontier = <Element>(
  writer: Writer,
  { leafCount, leaves, layers }: Frontier<Element>,
  form: ElementForm<Element>,
): void => {
  writer.varint(leafCount).list(leaves, putLeaf);
  writer.varint(layers.length);
  for (const [layer, elements] of layers.entries())
    writer.list(elements, (w, element) => w.bytes(form.write(layer, element)));
};

const readFrontier = <Element>(reader: Reader, form: ElementForm<Element>): Frontier<Element> => {
  const leafCount = reader.safeVarint('leaves');
  const leaves = reader.list(MAX_ENTRIES, 6 * 32, readLeaf);
  const depth = reader.count(MAX_LAYERS);
  const layers = Array.from({ length: depth }, (_, layer) => readElements(reader, layer, form));
  return { leafCount, leaves, layers };
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

const readChunks = <Element>(reader: Reader, form: ElementForm<Element>): KeptChunks<Element> => {
  const leaves = new Map(
    reader.list(
      MAX_ENTRIES,
      2,
      (r) => [r.safeVarint('chunk'), r.list(MAX_ENTRIES, 6 * 32, readLeaf)] as const,
    ),
  );
  const depth = reader.count(MAX_LAYERS);
  const layers = Array.from({ length: depth }, (_, layer) => {
    const read = (r: Reader) => [r.safeVarint('chunk'), readElements(r, layer, form)] as const;
    return new Map(reader.list(MAX_ENTRIES, 2, read));
  });
  return { leaves, layers };
};

const putLeaf = (writer: Writer, leaf: LeafScalars): void => {
  for (const scalar of leaf) writer.bytes(bigintToBytes(scalar, 32));
};
const readLeaf = (reader: Reader): LeafScalars => {
  const next = (): bigint => bytesToBigint(reader.take(32));
  return [next(), next(), next(), next(), next(), next()];
};

const KINDS: readonly ChainOutput['kind'][] = ['legacy', 'carrot'];
const putLocked = (writer: Writer, { id, lastLocked, output }: LockedUntil): void => {
  const { kind, key, commitment } = output;
  writer.varint(id).varint(lastLocked).u8(KINDS.indexOf(kind)).key(key).key(commitment);
};
const readLocked = (reader: Reader): LockedUntil => {
  const [id, lastLocked] = [reader.safeVarint('id'), reader.safeVarint('height')];
  const kind = KINDS[reader.u8()];
  if (kind === undefined) throw damaged();
  const output = { kind, key: asPublicKey(reader.key()), commitment: asCommitment(reader.key()) };
  return { id, lastLocked, output };
};
const readOwn = (reader: Reader): readonly [number, number | undefined] => {
  const [id, leaf] = [reader.safeVarint('id'), reader.safeVarint('leaf')];
  return [id, leaf === 0 ? undefined : leaf - 1];
};
