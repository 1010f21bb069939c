/** Databases of wallets in Node: the wallets of one `postgres(url)` share their leases and connections. */
import type { SentDatabase } from '../nodejs/engine-host.ts';
import { openWalletStore } from '../nodejs/wallet-store.ts';
import { OstroError } from './error.ts';
import { awaitOstroErrors } from './to-error.ts';
import type { DatabaseStorage } from './types.ts';

const databases = new WeakMap<DatabaseStorage, SentDatabase>();
let last = 0;

/** The wallets are opened by the thread of the engines; only `list` asks the database from here. */
export function openDatabase(url: string): DatabaseStorage {
  const storage: DatabaseStorage = {
    kind: 'postgres',
    list: () =>
      awaitOstroErrors(async () => {
        const { names, end } = await openWalletStore(url);
        try {
          return await names();
        } finally {
          await end();
        }
      }),
  };
  databases.set(storage, { url, number: ++last });
  return storage;
}

/** The database of what `openDatabase` returned. Throws OstroError for another object. */
export function databaseOf(storage: DatabaseStorage): SentDatabase {
  const database = databases.get(storage);
  if (!database)
    throw new OstroError(-1, 'The storage must be what postgres() returned', 'storage_unavailable');
  return database;
}
