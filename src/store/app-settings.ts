/**
 * AppSettings in its own small IndexedDB, so that it works while the wallet database is being upgraded or is damaged.
 */
import { openDB, type IDBPDatabase } from 'idb';
import type { AppSettings } from '../ports/app-settings.ts';

const STORE = 'settings';

/** A setting that cannot be stored is ignored: the app must start without it. */
export function createIdbAppSettings(databaseName = 'ostro-settings'): AppSettings {
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
  return {
    get: async (key) => {
      try {
        const value: unknown = await (await opening).get(STORE, key);
        return typeof value === 'string' ? value : undefined;
      } catch {
        return undefined;
      }
    },
    set: async (key, value) => {
      try {
        const database = await opening;
        if (value === undefined) await database.delete(STORE, key);
        else await database.put(STORE, value, key);
      } catch {
        // Ignored, as above.
      }
    },
  };
}
