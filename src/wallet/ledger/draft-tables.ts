/** The tables of a draft: reads fall through to the committed tables, writes are collected for a `Change`. */
import { put, remove, type WalletState } from '../state/state.ts';
import type { Delete, Put, TableName, Tables } from '../state/tables.ts';

export interface DraftTables {
  get<T extends TableName>(table: T, key: string): Tables[T] | undefined;
  put<T extends TableName>(table: T, key: string, value: Tables[T]): void;
  delete(table: TableName, key: string): void;
  /** True if neither the committed table nor this draft has a record of it. */
  isEmpty(table: TableName): boolean;
  entries<T extends TableName>(table: T): [string, Tables[T]][];
  /** All writes so far. */
  written(): { readonly puts: readonly Put[]; readonly deletes: readonly Delete[] };
}

export function createDraftTables({ tables }: Pick<WalletState, 'tables'>): DraftTables {
  /** By table, in the order of the first write; each key is in only one of the two maps. */
  const puts = new Map<TableName, Map<string, Put>>();
  const deletes = new Map<TableName, Map<string, Delete>>();
  const get = <T extends TableName>(table: T, key: string): Tables[T] | undefined => {
    const own = puts.get(table)?.get(key);
    if (!own && deletes.get(table)?.has(key)) return undefined;
    return own ? (own.value as Tables[T]) : tables[table].get(key);
  };
  return {
    get,
    put: (table, key, value) => {
      deletes.get(table)?.delete(key);
      rowsOf(puts, table).set(key, put(table, key, value));
    },
    delete: (table, key) => {
      puts.get(table)?.delete(key);
      rowsOf(deletes, table).set(key, remove(table, key));
    },
    isEmpty: (table) => tables[table].size === 0 && (puts.get(table)?.size ?? 0) === 0,
    entries: <T extends TableName>(table: T) => {
      const keys = new Set(tables[table].keys());
      for (const key of puts.get(table)?.keys() ?? []) keys.add(key);
      return [...keys].flatMap((key): [string, Tables[T]][] => {
        const value = get(table, key);
        return value === undefined ? [] : [[key, value]];
      });
    },
    written: () => ({ puts: allOf(puts), deletes: allOf(deletes) }),
  };
}

const rowsOf = <T>(tables: Map<TableName, Map<string, T>>, table: TableName): Map<string, T> => {
  const known = tables.get(table);
  if (known) return known;
  const rows = new Map<string, T>();
  tables.set(table, rows);
  return rows;
};
const allOf = <T>(tables: ReadonlyMap<TableName, ReadonlyMap<string, T>>): T[] =>
  [...tables.values()].flatMap((rows) => [...rows.values()]);
