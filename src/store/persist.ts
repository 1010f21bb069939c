/**
 * Asks the browser not to evict storage, and detects wallets that vanished although the user did not remove them (an
 * evicted database, partly cleared site data). Imports nothing, so that the page can load it alone.
 */
import type { StorageHealth } from '../ports/storage-health.ts';

/** The app's database of wallets. */
const APP = 'ostro';
/** Name of the cache in which the marks of a database's wallets are. */
const cacheFor = (databaseName: string): string => `${databaseName}-wallet-marker`;

/** A wallet in the marker. Not secret: the wallet's header contains the same without encryption. */
export interface MarkedWallet {
  readonly place: string;
  readonly name: string;
  readonly createdAt: number;
}

/** A list of the wallets that should exist, stored apart from the database. */
export interface VanishMarker {
  read(): Promise<readonly MarkedWallet[]>;
  /** Each wallet has its own mark, so that tabs do not overwrite each other's. */
  add(wallet: MarkedWallet): Promise<void>;
  drop(storageKey: string): Promise<void>;
}

/** For a storage that no browser evicts: stores no marks. */
export const noMarker: VanishMarker = {
  read: () => Promise.resolve([]),
  add: () => Promise.resolve(),
  drop: () => Promise.resolve(),
};

/** The part of `navigator.storage` that workers have. Some engines lack it. */
export interface StorageReport {
  persisted?(): Promise<boolean>;
  estimate?(): Promise<{ readonly usage?: number; readonly quota?: number }>;
}

/**
 * Asks the browser not to evict this site. For pages only, best in the click that creates a wallet. Chromium and
 * Safari answer at once; Firefox asks the user and may never answer, so do not wait for it. Undefined when the
 * browser lacks the function.
 */
export async function requestPersistence(
  storage?: StorageReport & { persist?(): Promise<boolean> },
): Promise<boolean | undefined> {
  if (!storage?.persist) return undefined;
  return (await storage.persisted?.()) === true || storage.persist();
}

/**
 * Stores the marks in the Cache API: apart from IndexedDB, so that they survive a lost database. If the browser
 * evicts the whole origin, the marks are lost too, and nothing shows that there were wallets. Only cookies would
 * survive that, and they would show the page's host with every request that a wallet is here.
 */
export function createCacheMarker(caches: CacheStorage, databaseName = APP): VanishMarker {
  const cacheName = cacheFor(databaseName);
  const addressOf = (storageKey: string) => `https://marker.invalid/${encodeURIComponent(storageKey)}`; // a key, never fetched
  return {
    async read() {
      const cache = await caches.open(cacheName);
      const marks = (await cache.matchAll()).map((answer) => answer.json().catch(() => undefined));
      return (await Promise.all(marks)).filter(isMarked);
    },
    async add({ place: storageKey, name, createdAt }) {
      const mark = new Response(JSON.stringify({ place: storageKey, name, createdAt }));
      await (await caches.open(cacheName)).put(addressOf(storageKey), mark);
    },
    async drop(storageKey) {
      await (await caches.open(cacheName)).delete(addressOf(storageKey));
    },
  };
}

/**
 * True if this browser has never run the wallet here: the worker makes the marks' cache when it first looks for
 * wallets. Then the page needs no answer of the worker to know that there are none. False if it cannot tell.
 */
export async function isFirstVisit(caches: Pick<CacheStorage, 'has'> | undefined): Promise<boolean> {
  const known = await caches?.has(cacheFor(APP)).catch(() => true);
  return known === false;
}

/** Stores the marks in memory: for stores that keep their wallets there. */
export function createMemoryMarker(): VanishMarker {
  const wallets = new Map<string, MarkedWallet>();
  return {
    read: () => Promise.resolve([...wallets.values()]),
    add: ({ place: storageKey, name, createdAt }) => {
      wallets.set(storageKey, { place: storageKey, name, createdAt });
      return Promise.resolve();
    },
    drop: (storageKey) => {
      wallets.delete(storageKey);
      return Promise.resolve();
    },
  };
}

/**
 * Wallets with a mark that do not exist. The marks are read before and after the wallets, so that a wallet added or
 * removed in between is not reported.
 */
export async function findVanished(
  marker: VanishMarker,
  presentKeys: () => Promise<ReadonlySet<string>>,
): Promise<readonly MarkedWallet[]> {
  const before = await marker.read();
  const present = await presentKeys();
  const missing = before.filter(({ place: storageKey }) => !present.has(storageKey));
  if (missing.length === 0) return [];
  const after = new Set((await marker.read()).map(({ place: storageKey }) => storageKey));
  return missing.filter(({ place: storageKey }) => after.has(storageKey));
}

export async function storageReport(
  storage?: StorageReport,
): Promise<Omit<StorageHealth, 'short' | 'vanished'>> {
  const persisted = await storage?.persisted?.();
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  return {
    ...(persisted !== undefined && { persisted }),
    ...(usage !== undefined && { usage }),
    ...(quota !== undefined && { quota }),
  };
}

const isMarked = (value: unknown): value is MarkedWallet => {
  const it = (value ?? {}) as Record<string, unknown>;
  return (
    typeof it['place'] === 'string' && typeof it['name'] === 'string' && typeof it['createdAt'] === 'number'
  );
};
