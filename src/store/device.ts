/**
 * Everything that the app stores in this browser: what its files take, and the removal of all of it. Data of other apps of the
 * same origin stays, as do wallets of the package `ostro`, whose names begin with `ostro-library`.
 */
import { READER_FOLDER } from '../base/reader-folder.ts';

/** The part of `localStorage` that is used. */
interface Keys {
  readonly length: number;
  key(index: number): string | null;
  removeItem(key: string): void;
}
/** The parts of the browser that store something. Those that are missing, or that it blocks, are left out. */
export interface DeviceStorage {
  readonly indexedDB?: Pick<IDBFactory, 'databases' | 'deleteDatabase'> | undefined;
  readonly caches?: Pick<CacheStorage, 'keys' | 'open' | 'delete'> | undefined;
  readonly localStorage?: Keys | undefined;
  /** Only the service workers of this page's folder: the origin may serve other apps. */
  readonly serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration'> | undefined;
  /** Removes what only a browser extension has. */
  readonly clearExtension?: (() => Promise<void>) | undefined;
  /** Ends the wallet worker, with its keys and its connections to the databases. */
  endWorker(): Promise<void>;
}
export interface Device {
  /** Number and bytes of the stored files with which the app starts without a network. */
  appFiles(): Promise<{ readonly count: number; readonly bytes: number }>;
  /**
   * Removes all databases, caches, small settings and the service worker. The wallet worker is ended first, so no
   * call works after it. `blocked` is called when another tab uses a database: the removal waits until it is closed.
   * Rejects when the browser refuses; it can be called again.
   */
  removeAll(blocked: () => void): Promise<void>;
}

/** A database that is still in use after this time is in use by another tab. */
const PATIENCE_MS = 500;
const DATABASES: readonly string[] = ['ostro', 'ostro-settings'];
const isOurs = (name: string): boolean => /^ostro\b(?!-library)/.test(name);

export function createDevice(storage: DeviceStorage): Device {
  return {
    appFiles: () => measure(storage),
    async removeAll(blocked) {
      await storage.endWorker();
      // First: an alarm could make a database again.
      await storage.clearExtension?.();
      await removeDatabases(storage, blocked);
      // Before the caches: a service worker stores the files of a new version at any time.
      // The app's, and its reader's; where there is no reader, the browser names the app's again.
      const app = await storage.serviceWorker?.getRegistration();
      const reader = await storage.serviceWorker?.getRegistration(READER_FOLDER);
      for (const each of [app, reader]) await each?.unregister();
      for (const name of (await storage.caches?.keys()) ?? [])
        if (isOurs(name)) await storage.caches?.delete(name);
      removeSettings(storage);
    },
  };
}

const measure = async ({ caches }: DeviceStorage): Promise<{ count: number; bytes: number }> => {
  const sum = { count: 0, bytes: 0 };
  for (const name of (await caches?.keys()) ?? []) {
    if (!name.startsWith('ostro-app-')) continue;
    const cache = await caches!.open(name);
    for (const request of await cache.keys()) {
      const file = await (await cache.match(request))?.blob();
      sum.count += 1;
      sum.bytes += file?.size ?? 0;
    }
  }
  return sum;
};

const removeDatabases = async ({ indexedDB }: DeviceStorage, blocked: () => void): Promise<void> => {
  if (indexedDB === undefined) return;
  // Old browsers cannot list them.
  const databases = indexedDB.databases as IDBFactory['databases'] | undefined;
  const listed = (await databases?.call(indexedDB))?.flatMap(({ name }) => name ?? []);
  for (const name of DATABASES.filter((each) => listed?.includes(each) ?? true))
    await new Promise<void>((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name);
      // The connections of the ended worker close a moment later, too.
      let waiting: ReturnType<typeof setTimeout> | undefined;
      deleting.onblocked = () => {
        waiting = setTimeout(blocked, PATIENCE_MS);
      };
      deleting.onsuccess = () => {
        clearTimeout(waiting);
        resolve();
      };
      deleting.onerror = () => {
        clearTimeout(waiting);
        reject(deleting.error ?? new Error(`The browser did not remove the database ${name}`));
      };
    });
};

const removeSettings = ({ localStorage }: DeviceStorage): void => {
  if (localStorage === undefined) return;
  const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
  for (const key of keys) if (isOurs(key)) localStorage.removeItem(key);
};
