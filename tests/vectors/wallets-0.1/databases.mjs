/**
 * All databases of a browser's IndexedDB as JSON and back, bytes as {hex}. Both functions run in a page, so neither uses
 * anything outside itself.
 * @typedef {{ name: string, keyPath: string | string[], unique: boolean }} Index
 * @typedef {object} Store
 * @property {string} name
 * @property {string | string[] | null} keyPath
 * @property {Index[]} indexes
 * @property {unknown[]} keys
 * @property {unknown[]} values
 * @typedef {Record<string, { version: number, stores: Store[] }>} Databases By name.
 */

/** @returns {Promise<Databases>} */
export async function dumpDatabases() {
  /** @type {(value: unknown) => unknown} */
  const toJson = (value) => {
    if (value instanceof Uint8Array)
      return { hex: [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
    if (Array.isArray(value)) return value.map(toJson);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, toJson(it)]));
  };
  /**
   * @template T
   * @param {IDBRequest<T>} request
   * @returns {Promise<T>}
   */
  const wait = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  /** @type {Databases} */
  const databases = {};
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await wait(indexedDB.open(name));
    /** @type {Store[]} */
    const stores = [];
    for (const storeName of database.objectStoreNames) {
      const store = database.transaction(storeName).objectStore(storeName);
      const [keys, values] = await Promise.all([wait(store.getAllKeys()), wait(store.getAll())]);
      const indexes = [...store.indexNames].map((it) => {
        const { name: indexName, keyPath, unique } = store.index(it);
        return { name: indexName, keyPath, unique };
      });
      stores.push({ name: storeName, keyPath: store.keyPath, indexes, keys, values: values.map(toJson) });
    }
    databases[name] = { version: database.version, stores };
    database.close();
  }
  return databases;
}

/**
 * Makes the databases that `dumpDatabases` returned.
 * @param {Databases} databases
 */
export async function restoreDatabases(databases) {
  /** @type {(value: unknown) => unknown} */
  const fromJson = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(fromJson);
    if ('hex' in value && typeof value.hex === 'string')
      return Uint8Array.from(value.hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, fromJson(it)]));
  };
  for (const [name, { version, stores }] of Object.entries(databases)) {
    /** @type {IDBDatabase} */
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = () => {
        for (const { name: storeName, keyPath, indexes } of stores) {
          const store = request.result.createObjectStore(storeName, keyPath === null ? {} : { keyPath });
          for (const it of indexes) store.createIndex(it.name, it.keyPath, { unique: it.unique });
        }
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const { name: storeName, keyPath, keys, values } of stores) {
      const transaction = database.transaction(storeName, 'readwrite');
      values.forEach((value, i) =>
        transaction
          .objectStore(storeName)
          .put(fromJson(value), ...(keyPath === null ? [/** @type {IDBValidKey} */ (keys[i])] : [])),
      );
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = () => reject(transaction.error);
      });
    }
    database.close();
  }
}
