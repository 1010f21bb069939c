/**
 * AppSettings in its own small IndexedDB, so that it works while the wallet database is being upgraded or is damaged.
 */
import { openDB, type IDBPDatabase } from 'idb';
import type { SharedSettings } from '../ports/app-settings.ts';

const STORE = 'settings';

/** A setting that cannot be stored is ignored: the app must start without it. */
export function createIdbAppSettings(databaseName = 'ostro-settings'): SharedSettings {
  // Some browsers throw at once where they store nothing.
  const open = async (): Promise<IDBPDatabase> =>
    openDB(databaseName, 1, {
      upgrade: (database) => {
        database.createObjectStore(STORE);
      },
      // Another tab removes everything from this device: an open connection would make it wait.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
      },
    });
  const opening = open();
  opening.catch(() => undefined);
  const update: SharedSettings['update'] = async (key, change) => {
    try {
      const { store, done } = (await opening).transaction(STORE, 'readwrite');
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
        return textOf(await (await opening).get(STORE, key));
      } catch {
        return undefined;
      }
    },
    set: (key, value) => update(key, () => value),
    update,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
