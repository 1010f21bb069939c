/**
 * Keeping what the browser keeps: asking for persistent storage, and noticing afterwards when wallets vanished
 * without anybody removing them (an evicted database, site data cleared in part). Imports nothing, so that the page
 * can load it alone.
 */
import type { StorageHealth } from '../ports/storage-health.ts';

/** A wallet as the marker remembers it. No secret: the same lies in the clear in the wallet's header. */
export interface MarkedWallet {
  readonly place: string;
  readonly name: string;
  readonly createdAt: number;
}

/** A memory of which wallets should be here, kept apart from the database. */
export interface VanishMarker {
  read(): Promise<readonly MarkedWallet[]>;
  write(wallets: readonly MarkedWallet[]): Promise<void>;
}

/** The part of `navigator.storage` that workers have too. Some engines lack it. */
export interface StorageReport {
  persisted?(): Promise<boolean>;
  estimate?(): Promise<{ readonly usage?: number; readonly quota?: number }>;
}

/**
 * Asks the browser not to evict this site. Pages only, at best inside the click that creates a wallet. Chromium and
 * Safari answer at once; Firefox asks the person and may never answer, so nothing should wait for it. Undefined: the
 * browser has no such promise.
 */
export const requestPersistence = async (
  storage?: StorageReport & { persist?(): Promise<boolean> },
): Promise<boolean | undefined> => {
  if (!storage?.persist) return undefined;
  return (await storage.persisted?.()) === true || storage.persist();
};

/**
 * The marker lives in the Cache API: beside IndexedDB, so it outlives a lost or reset database. When a browser evicts
 * the whole origin it goes too, and a fresh start cannot be told from a loss; only cookies would outlive that, and
 * they would tell the host of the page with every request that a wallet is here.
 */
export const createCacheMarker = (caches: CacheStorage, cacheName = 'ostro-wallet-marker'): VanishMarker => {
  const address = 'https://marker.invalid/wallets'; // a key, never fetched
  return {
    async read() {
      const answer = await (await caches.open(cacheName)).match(address);
      const wallets: unknown = answer ? await answer.json() : [];
      return Array.isArray(wallets) ? wallets.filter(isMarked) : [];
    },
    async write(wallets) {
      await (await caches.open(cacheName)).put(address, new Response(JSON.stringify(wallets)));
    },
  };
};

/** Forgets with the process: for stores that do the same. */
export const createMemoryMarker = (): VanishMarker => {
  let wallets: readonly MarkedWallet[] = [];
  return {
    read: () => Promise.resolve(wallets),
    write: (next) => {
      wallets = next;
      return Promise.resolve();
    },
  };
};

/** What is marked but not present any more; what is present is marked again, since a mark can have been missed. */
export const checkMarker = async (
  marker: VanishMarker,
  present: readonly MarkedWallet[],
): Promise<readonly MarkedWallet[]> => {
  const places = new Set(present.map(({ place }) => place));
  const vanished = (await marker.read()).filter(({ place }) => !places.has(place));
  await marker.write([...present, ...vanished]);
  return vanished;
};

export const storageReport = async (storage?: StorageReport): Promise<Omit<StorageHealth, 'vanished'>> => {
  const persisted = await storage?.persisted?.();
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  return {
    ...(persisted !== undefined && { persisted }),
    ...(usage !== undefined && { usage }),
    ...(quota !== undefined && { quota }),
  };
};

const isMarked = (value: unknown): value is MarkedWallet => {
  const it = (value ?? {}) as Record<string, unknown>;
  return (
    typeof it['place'] === 'string' && typeof it['name'] === 'string' && typeof it['createdAt'] === 'number'
  );
};
