/** Databases of wallets in Node: the wallets of one `postgres(url)` share their leases and connections. */
import { openWalletStore, type WalletStore } from '../nodejs/wallet-store.ts';
import { OstroError } from './error.ts';
import { awaitOstroErrors } from './to-error.ts';
import type { DatabaseStorage } from './types.ts';

interface SharedStore {
  /** Opens the database with the first use. Faults storage_unavailable, file_too_new. */
  readonly use: () => Promise<WalletStore>;
  /** Ends the connections with the last use. */
  readonly leave: () => Promise<void>;
}

const stores = new WeakMap<DatabaseStorage, SharedStore>();

export function openDatabase(url: string): DatabaseStorage {
  const shared = shareStore(() => openWalletStore(url));
  const storage: DatabaseStorage = {
    kind: 'postgres',
    list: () =>
      awaitOstroErrors(async () => {
        const { names } = await shared.use();
        try {
          return await names();
        } finally {
          await shared.leave();
        }
      }),
  };
  stores.set(storage, shared);
  return storage;
}

/** The store of what `openDatabase` returned. Throws OstroError for another object. */
export function storeOf(storage: DatabaseStorage): SharedStore {
  const shared = stores.get(storage);
  if (!shared)
    throw new OstroError(-1, 'The storage must be what postgres() returned', 'storage_unavailable');
  return shared;
}

export function shareStore(open: () => Promise<WalletStore>): SharedStore {
  let users = 0;
  let store: Promise<WalletStore> | undefined;
  return {
    use: async () => {
      users += 1;
      const mine = (store ??= open());
      try {
        return await mine;
      } catch (error) {
        users -= 1;
        if (store === mine) store = undefined;
        throw error;
      }
    },
    leave: async () => {
      users -= 1;
      if (users > 0) return;
      const ended = store;
      store = undefined;
      await (await ended)?.end();
    },
  };
}
