/** Wallet files in IndexedDB, as the wallet worker uses them. */
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { WalletFiles } from '../ports/wallet-files.ts';
import { createConnection, type StoreTransaction } from './connection.ts';
import { KDF } from './crypt.ts';
import type { Disk } from './disk.ts';
import { fault } from './faults.ts';
import { createWalletFiles, type CopyRemover } from './files/files.ts';
import type { KdfParams, StoredRecord, WalletHeader } from './header.ts';
import { createTakeoverChannel, createOwnerLocks, type TakeoverChannel, type LockHost } from './locks.ts';
import { migrations as allMigrations } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { createCacheMarker, createMemoryMarker, type StorageReport, type VanishMarker } from './persist.ts';
import type { SpaceSource } from './space.ts';
import { systemClock, systemRandom } from './platform.ts';

export interface IdbDeps {
  readonly random?: Random;
  readonly clock?: Clock;
  readonly kdf?: KdfParams;
  readonly databaseName?: string;
  readonly migrations?: readonly Migration[];
  /** Default: `navigator.locks`. */
  readonly lockHost?: LockHost;
  readonly takeoverChannel?: TakeoverChannel;
  readonly marker?: VanishMarker;
  readonly storage?: StorageReport & SpaceSource;
  /** Time limit for an owner to release its lock, and for the database to open. */
  readonly timeoutMs?: number;
}

/**
 * Without IndexedDB, Web Locks or WebCrypto (insecure contexts lack the last two) every call throws
 * storage_unavailable: a wallet stored without one of them could be lost or read by others.
 */
export function createIdbWalletFiles(deps: IdbDeps = {}): WalletFiles & CopyRemover & { close(): void } {
  const { random = systemRandom, clock = systemClock, kdf = KDF, databaseName = 'ostro', timeoutMs } = deps;
  const lockHost = deps.lockHost ?? platform().locks;
  if (!lockHost) return unavailable('this browser has no Web Locks here');
  if (!has('indexedDB')) return unavailable('this browser has no IndexedDB here');
  if (!(globalThis.crypto as Partial<Crypto> | undefined)?.subtle)
    return unavailable('this browser has no WebCrypto here');
  const timeout = timeoutMs !== undefined && { timeoutMs };
  const takeoverChannel = deps.takeoverChannel ?? createTakeoverChannel(`${databaseName} wallet owners`);
  const locks = createOwnerLocks({ host: lockHost, takeoverChannel, clock, ...timeout });
  const disk = createIdbDisk(databaseName, deps.migrations ?? allMigrations, { clock, ...timeout });
  const marker =
    deps.marker ?? (has('caches') ? createCacheMarker(caches, databaseName) : createMemoryMarker());
  const storage = deps.storage ?? platform().storage;
  const files = createWalletFiles({ disk, locks, random, clock, kdf, marker, ...(storage && { storage }) });
  return { ...files, close: () => disk.close() };
}

const createIdbDisk = (
  name: string,
  migrations: readonly Migration[],
  deps: { readonly clock: Pick<Clock, 'sleep'>; readonly timeoutMs?: number },
): Disk => {
  const connection = createConnection(name, migrations, deps);
  return {
    headers: () => connection.read((tx) => tx.objectStore('wallets').getAll()),
    find: (name) => connection.read((tx) => tx.objectStore('wallets').index('name').get(name)),
    read: (storageKey) =>
      connection.read(async (tx) => {
        const header: unknown = await tx.objectStore('wallets').get(storageKey);
        if (header === undefined) return undefined;
        return { header, records: await tx.objectStore('records').getAll(recordsOf(storageKey)) };
      }),
    create: (header, records) =>
      connection.write(async (tx) => {
        if ((await tx.objectStore('wallets').index('name').getKey(header.name)) !== undefined) return false;
        await put(tx, header, records);
        return true;
      }),
    claim: (storageKey, owner, usedAt) =>
      connection.write(async (tx) => {
        const found = (await tx.objectStore('wallets').get(storageKey)) as WalletHeader | undefined;
        if (found === undefined) return undefined;
        const header = { ...found, owner, usedAt };
        await put(tx, header, []);
        return header;
      }),
    commit: ({ owner, after, header, record, clear = false }) =>
      connection.write(async (tx) => {
        const found = (await tx.objectStore('wallets').get(header.place)) as WalletHeader | undefined;
        if (found === undefined) return 'gone';
        if (found.owner !== owner || found.sequence !== after) return 'fenced';
        if (clear) await tx.objectStore('records').delete(recordsOf(header.place));
        await put(tx, header, record ? [record] : []);
        return 'done';
      }),
    remove: (storageKey) =>
      connection.write(async (tx) => {
        await Promise.all([
          tx.objectStore('wallets').delete(storageKey),
          tx.objectStore('records').delete(recordsOf(storageKey)),
        ]);
      }),
    onDisconnect: (listener) => connection.onDisconnect(listener),
    close: () => connection.close(),
  };
};

const put = async (
  tx: StoreTransaction<'readwrite'>,
  header: WalletHeader,
  records: readonly StoredRecord[],
) => {
  const store = tx.objectStore('records');
  // `add` instead of `put`: a sequence number is never written twice.
  const writes: Promise<unknown>[] = records.map((record) => handled(store.add(record)));
  await Promise.all([...writes, tx.objectStore('wallets').put(header)]);
};

/** Prevents an unhandled rejection while the next request is made: the transaction reports the error. */
const handled = <T>(request: Promise<T>): Promise<T> => {
  request.catch(() => undefined);
  return request;
};

const recordsOf = (storageKey: string): IDBKeyRange => IDBKeyRange.bound([storageKey], [storageKey, []]);

const unavailable = (why: string): WalletFiles & CopyRemover & { close(): void } => {
  const refuse = () => Promise.reject(fault('storage_unavailable', { why }));
  return {
    list: refuse,
    create: refuse,
    open: refuse,
    remove: refuse,
    exportFile: refuse,
    importFile: refuse,
    sizes: refuse,
    storageHealth: refuse,
    forgetVanished: refuse,
    forget: refuse,
    close: () => undefined,
  };
};

/** Reading these properties throws where the browser blocks site data. */
const has = (name: 'indexedDB' | 'caches'): boolean => {
  try {
    return (globalThis as Partial<Record<typeof name, unknown>>)[name] !== undefined;
  } catch {
    return false;
  }
};

/** The parts of `navigator` used here. Some engines and insecure contexts lack some of them, old Node.js all. */
const platform = (): { readonly locks?: LockHost; readonly storage?: StorageReport & SpaceSource } =>
  (globalThis as { readonly navigator?: object }).navigator ?? {};
