/** A database as JSON and back, bytes as `{ hex }`: the format of the stored old databases. Uses nothing of src/store. */
import { openDB, type IDBPDatabase } from 'idb';
import { fromHex, toHex } from '../../../../src/base/hex.ts';

interface StoreDump {
  readonly name: string;
  readonly keyPath: string | string[];
  readonly indexes: readonly {
    readonly name: string;
    readonly keyPath: string | string[];
    readonly unique: boolean;
  }[];
  readonly values: readonly unknown[];
}
export interface DatabaseDump {
  readonly version: number;
  readonly stores: readonly StoreDump[];
}

export async function dumpDatabase(database: IDBPDatabase): Promise<DatabaseDump> {
  const stores = [...database.objectStoreNames].map(async (name) => {
    const store = database.transaction(name).objectStore(name);
    const indexes = [...store.indexNames].map((it) => {
      const { name: indexName, keyPath, unique } = store.index(it);
      return { name: indexName, keyPath, unique };
    });
    const { keyPath } = store;
    return { name, keyPath: keyPath!, indexes, values: (await store.getAll()).map(toJson) };
  });
  return { version: database.version, stores: await Promise.all(stores) };
}

export async function restoreDatabase(name: string, dump: DatabaseDump): Promise<void> {
  const database = await openDB(name, dump.version, {
    upgrade(target) {
      for (const { name: storeName, keyPath, indexes } of dump.stores) {
        const store = target.createObjectStore(storeName, { keyPath });
        for (const it of indexes) store.createIndex(it.name, it.keyPath, { unique: it.unique });
      }
    },
  });
  for (const { name: storeName, values } of dump.stores)
    for (const value of values) await database.put(storeName, fromJson(value));
  database.close();
}

const toJson = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return { hex: toHex(value) };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, toJson(it)]));
};

const fromJson = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if ('hex' in value) return fromHex(value.hex as string);
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, fromJson(it)]));
};
