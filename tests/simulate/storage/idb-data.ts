/**
 * The data of a simulated database, and what of it survives a power failure: a transaction whose durability is `strict` is
 * on the disk when it completes, with all before it; others some time later (https://w3c.github.io/IndexedDB/#durability-hint).
 */
import type { Dice } from '../dice.ts';
import { compareKeys, keyAt, matches, SimKeyRange, type Query } from './idb-keys.ts';

interface Row {
  readonly key: Parameters<typeof compareKeys>[0];
  readonly value: unknown;
}
export interface StoreData {
  readonly keyPath: string | readonly string[];
  /** Paths of the indexes by name, with whether they are unique. */
  readonly indexes: Map<string, { readonly path: string; readonly unique: boolean }>;
  readonly rows: Map<string, Row>;
}
export interface DatabaseData {
  version: number;
  readonly stores: Map<string, StoreData>;
  /** Steps back to what is on the disk, oldest first. Each undoes one transaction. */
  readonly unflushed: (() => void)[];
}
export function emptyData(): DatabaseData {
  return { version: 0, stores: new Map(), unflushed: [] };
}

/** The rows that match, in the order of their keys. */
export function rowsOf({ rows }: StoreData, query: Query): readonly Row[] {
  const single =
    query instanceof SimKeyRange || query === undefined ? undefined : rows.get(JSON.stringify(query));
  if (single) return [single];
  return [...rows.values()]
    .filter(({ key }) => matches(query, key))
    .sort((a, b) => compareKeys(a.key, b.key));
}
/** The first row whose field, by the index, matches. */
export function rowBy(store: StoreData, index: string, query: Query): Row | undefined {
  const { path } = store.indexes.get(index)!;
  return rowsOf(store, undefined).find(({ value }) => matches(query, keyAt(value, path)));
}

/** Writes a value; the result undoes it. `add`: it must be new. */
export function putRow(store: StoreData, value: unknown, add: boolean): () => void {
  const key = keyAt(value, store.keyPath);
  const name = JSON.stringify(key);
  const before = store.rows.get(name);
  if (before && add) throw new DOMException('the key is taken', 'ConstraintError');
  for (const { path, unique } of store.indexes.values()) {
    const wanted = keyAt(value, path);
    const other = [...store.rows].find(([at, row]) => at !== name && matches(wanted, keyAt(row.value, path)));
    if (unique && other) throw new DOMException('the index is unique', 'ConstraintError');
  }
  store.rows.set(name, { key, value });
  return () => {
    if (before) store.rows.set(name, before);
    else store.rows.delete(name);
  };
}
export function deleteRows(store: StoreData, query: Query): () => void {
  const gone = rowsOf(store, query).map((row): [string, Row] => [JSON.stringify(row.key), row]);
  for (const [name] of gone) store.rows.delete(name);
  return () => {
    for (const [name, row] of gone) store.rows.set(name, row);
  };
}

/** The power fails: some of the newest transactions are lost, the older ones of them not. */
export function failData({ unflushed }: DatabaseData, dice: Dice): void {
  const kept = dice.below(unflushed.length + 1);
  for (const undo of unflushed.splice(kept).reverse()) undo();
  unflushed.length = 0;
}
/** The number of rows that begin with the same key. */
export function longestOf({ stores }: DatabaseData): number {
  const counts = new Map<unknown, number>();
  for (const { rows } of stores.values())
    for (const { key } of rows.values()) {
      const first: unknown = Array.isArray(key) ? key[0] : undefined;
      counts.set(first, (counts.get(first) ?? 0) + 1);
    }
  return Math.max(0, ...counts.values());
}
