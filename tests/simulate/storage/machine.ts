/**
 * A simulated device: a browser profile with IndexedDB and Web Locks, or a folder of wallet files. The product's own
 * storage code runs on it. Processes on it end; the device itself loses power, forgets, or refuses to store.
 */
import { createFolderWalletFiles } from '../../../src/store/folder-files.ts';
import { createIdbWalletFiles } from '../../../src/store/idb.ts';
import { createMemoryWalletFiles } from '../../../src/store/memory.ts';
import { migrations } from '../../../src/store/migrations/all.ts';
import { createMemoryMarker } from '../../../src/store/persist.ts';
import { readWalletFile, writeWalletFile } from '../../../src/store/file-format.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Random } from '../../../src/ports/random.ts';
import type { WalletFiles } from '../../../src/ports/wallet-files.ts';
import { openFolder } from '../../../src/server/files/folder.ts';
import type { Process } from '../process.ts';
import type { Scheduler } from '../scheduler.ts';
import { createFileSystem } from './file-system.ts';
import { createIndexedDb, type IndexedDb } from './indexed-db.ts';
import { longestOf } from './idb-data.ts';
import { createWebLocks } from './web-locks.ts';
import type { Trouble } from './trouble.ts';

export type Kind = 'browser' | 'folder';
export interface Machine {
  readonly kind: Kind;
  readonly trouble: Trouble;
  /** Makes the wallet files of a process. `old`: of a program before the newest schema. */
  files(
    process: Process,
    platform: { readonly clock: Clock; readonly random: Random },
    old: boolean,
  ): WalletFiles;
  /** What is not durable is lost. Its processes have ended. */
  fail(): void;
  /** All data are gone. */
  evict(): void;
  /** Rewrites the files as an older version of the program left them. No process has them open. */
  asOldVersion(): Promise<void>;
  /** Bytes in a folder, or the most rows of one wallet. */
  readonly stored: number;
}

/** The passwords of a simulation protect nothing. */
const QUICK_KDF = { memoryKib: 8, passes: 1, lanes: 1 };

/** `profiles`: gets that of a browser. */
export function createMachine(scheduler: Scheduler, kind: Kind, profiles: IndexedDb[]): Machine {
  if (kind === 'folder') return createServer(scheduler);
  const db = createIndexedDb(scheduler);
  profiles.push(db);
  return createBrowser(scheduler, db);
}

const createBrowser = (scheduler: Scheduler, db: IndexedDb): Machine => {
  const locks = createWebLocks(scheduler);
  const marker = createMemoryMarker();
  return {
    kind: 'browser',
    trouble: db.trouble,
    files: (process, platform, old) => {
      db.processes.set(process.name, process);
      const { host, takeoverChannel } = locks(process);
      return createIdbWalletFiles({
        ...platform,
        kdf: QUICK_KDF,
        databaseName: `ostro#${process.name}`,
        lockHost: host,
        takeoverChannel,
        marker,
        ...(old && { migrations: migrations.slice(0, 1) }),
      });
    },
    fail: () => db.fail(),
    evict: () => db.evict(),
    asOldVersion: () => Promise.resolve(),
    get stored() {
      return Math.max(0, ...[...db.databases.values()].map(({ data }) => longestOf(data)));
    },
  };
};

/** Each process has process numbers of its own, as containers do that share a folder. */
const identityOf = (process: Process, random: Random) => ({
  id: Buffer.from(random.bytes(16)).toString('hex'),
  host: process.name,
  boot: 'simulated',
  namespace: process.name,
  pid: 1,
  start: undefined,
});

const createServer = (scheduler: Scheduler): Machine => {
  const fileSystem = createFileSystem(scheduler);
  return {
    kind: 'folder',
    trouble: fileSystem.trouble,
    files: (process, platform) =>
      createFolderWalletFiles({
        ...platform,
        kdf: QUICK_KDF,
        memory: createMemoryWalletFiles({ ...platform, kdf: QUICK_KDF }),
        folder: openFolder('/', { fs: fileSystem.for(process), me: identityOf(process, platform.random) }),
      }),
    fail: () => fileSystem.fail(),
    evict: () => {
      for (const name of [...fileSystem.files.keys()]) fileSystem.remove(name);
    },
    asOldVersion: async () => {
      for (const [name, { bytes }] of fileSystem.files) {
        if (name.includes('.')) continue;
        const { header, records } = await readWalletFile(bytes, name);
        fileSystem.put(name, await writeWalletFile(header, records));
      }
    },
    get stored() {
      return [...fileSystem.files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
    },
  };
};
