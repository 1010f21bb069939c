/** Wallet files in memory: for tests, Node.js, and a page that may not store anything. */
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { WalletFiles } from '../ports/wallet-files.ts';
import { KDF } from './crypt.ts';
import type { Disk } from './disk.ts';
import { fault } from './faults.ts';
import { createWalletFiles, type CopyRemover } from './files/files.ts';
import type { KdfParams, StoredRecord, WalletHeader } from './header.ts';
import { createLockHub, type LockHub } from './in-process-locks.ts';
import { createOwnerLocks } from './locks.ts';
import { createMemoryMarker, type VanishMarker } from './persist.ts';
import { systemClock, systemRandom } from './platform.ts';

/** State shared by several `createMemoryWalletFiles`, each of which is one tab of the same browser. */
export interface MemoryBrowser {
  readonly disk: MemoryDisk;
  readonly hub: LockHub;
}

export interface MemoryDisk extends Disk {
  /** Most bytes of encrypted records; a larger write throws storage_full. */
  capacity: number;
  /** The stored wallets, so that tests can damage them. */
  readonly wallets: Map<string, { header: WalletHeader; records: StoredRecord[] }>;
}

export function createMemoryBrowser(): MemoryBrowser {
  return { disk: createMemoryDisk(), hub: createLockHub() };
}

/** The wallet files of one tab. Without `browser` it is the only tab. */
export function createMemoryWalletFiles(
  deps: {
    readonly browser?: MemoryBrowser;
    readonly random?: Random;
    readonly clock?: Clock;
    readonly kdf?: KdfParams;
    readonly marker?: VanishMarker;
    readonly timeoutMs?: number;
  } = {},
): WalletFiles & CopyRemover {
  const { browser = createMemoryBrowser(), random = systemRandom, clock = systemClock, kdf = KDF } = deps;
  const { marker = createMemoryMarker(), timeoutMs } = deps;
  const { disk, hub } = browser;
  const locks = createOwnerLocks({ ...hub.tab(), clock, ...(timeoutMs !== undefined && { timeoutMs }) });
  return createWalletFiles({ disk, locks, random, clock, kdf, marker });
}

/** Every method runs synchronously, and so as a transaction. Values are copied. */
const createMemoryDisk = (): MemoryDisk => {
  const wallets: MemoryDisk['wallets'] = new Map();
  const named = (name: string) => [...wallets.values()].find(({ header }) => header.name === name);
  const size = (records: readonly StoredRecord[]) =>
    records.reduce((sum, { sealed }) => sum + sealed.length, 0);
  const put = (header: WalletHeader, records: StoredRecord[]) => {
    const others = [...wallets].flatMap(([storageKey, wallet]) =>
      storageKey === header.place ? [] : wallet.records,
    );
    if (size(others) + size(records) > disk.capacity) throw fault('storage_full');
    wallets.set(header.place, { header: structuredClone(header), records: structuredClone(records) });
  };
  /** Runs `work` at once and returns its result as a promise; an exception becomes a rejection. */
  const transaction = <T>(work: () => T): Promise<T> => new Promise((resolve) => resolve(work()));

  const disk: MemoryDisk = {
    capacity: Infinity,
    wallets,
    headers: () => transaction(() => [...wallets.values()].map(({ header }) => structuredClone(header))),
    find: (name) => transaction(() => structuredClone(named(name)?.header)),
    read: (storageKey) => transaction(() => structuredClone(wallets.get(storageKey))),
    create: (header, records) =>
      transaction(() => {
        if (named(header.name)) return false;
        put(header, [...records]);
        return true;
      }),
    claim: (storageKey, owner, usedAt) =>
      transaction(() => {
        const wallet = wallets.get(storageKey);
        if (!wallet) return undefined;
        put({ ...wallet.header, owner, usedAt }, wallet.records);
        return structuredClone(wallets.get(storageKey)!.header);
      }),
    commit: ({ owner, after, header, record, clear = false }) =>
      transaction(() => {
        const wallet = wallets.get(header.place);
        if (!wallet) return 'gone';
        if (wallet.header.owner !== owner || wallet.header.sequence !== after) return 'fenced';
        put(header, [...(clear ? [] : wallet.records), ...(record ? [record] : [])]);
        return 'done';
      }),
    remove: (storageKey) => transaction(() => void wallets.delete(storageKey)),
    onDisconnect: () => undefined,
    close: () => undefined,
  };
  return disk;
};
