/**
 * AppSettings in its own small IndexedDB, so that it works while the wallet database is being upgraded or is damaged.
 */
import { openDB, type IDBPDatabase } from 'idb';
import type { SharedSettings } from '../ports/app-settings.ts';

const STORE = 'settings';

/** A setting that cannot be stored is ignored: the app must start without it. */
export function createIdbAppSettings(databaseName = 'ostro-settings'): SharedSettings {
  let removed = false;
  // Some browsers throw at once where they store nothing.
  const open = async (): Promise<IDBPDatabase> =>
    openDB(databaseName, 1, {
      upgrade: (database) => {
        database.createObjectStore(STORE);
      },
      // Another tab removes everything from this device: an open connection would make it wait, and a new one make it again.
      blocking: (_current, _blocked, event) => {
        removed = true;
        (event.target as IDBDatabase).close();
      },
    });
  let opening: ReturnType<typeof open> | undefined;
  const begin = async <Mode extends 'readonly' | 'readwrite'>(mode: Mode) => {
    const used = (opening ??= open());
    try {
      return (await used).transaction(STORE, mode);
    } catch (error) {
      if (removed) throw error;
      // The browser may have dropped the connection, in Safari without an event. The transaction has not begun.
      if (opening === used) opening = undefined;
      return (await (opening ??= open())).transaction(STORE, mode);
    }
  };
  const update: SharedSettings['update'] = async (key, change) => {
    try {
      const { store, done } = await begin('readwrite');
      const value = change(textOf(await store.get(key)));
      await (value === undefined ? store.delete(key) : store.put(value, key));
      await done;
    } catch {
      // Ignored, as above.
    }
  };
  return {
    get: async (key) => {
      try {
        const { store } = await begin('readonly');
        return textOf(await store.get(key));
      } catch {
        return undefined;
      }
    },
    set: (key, value) => update(key, () => value),
    update,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
