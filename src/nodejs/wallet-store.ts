/** Wallets in a database, for all engines of a process. */
import type { StoredWallets } from '../ports/wallet-files.ts';
import { createDatabaseFiles } from '../store/database/files.ts';
import type { Programs } from '../ports/programs.ts';
import type { WalletPlace } from '../store/move.ts';
import { systemClock, systemRandom } from '../store/platform.ts';
import { openPostgres } from './postgres.ts';

export interface WalletStore extends StoredWallets {
  /** For a move to another storage. */
  readonly place: WalletPlace;
  /** Resolves when the database answers. Faults database_refused, database_silent. */
  readonly answers: () => Promise<void>;
  /** Makes this process known to the others, which ask it at `address` (HOST:PORT). Fault storage_unavailable. */
  readonly join: (address: string) => Promise<Programs>;
  /** Ends leases and connections; call it after all wallets are closed. */
  readonly end: () => Promise<void>;
}

/** A store for several engines. */
export interface SharedStore {
  /** Opens the database with the first use. Faults storage_unavailable, file_too_new. */
  readonly use: () => Promise<WalletStore>;
  /** Ends the connections with the last use. */
  readonly leave: () => Promise<void>;
}

/** `url` and `settings`: as in openPostgres. Makes the tables that are missing. Faults storage_unavailable, file_too_new. */
export async function openWalletStore(
  url: string,
  settings?: Parameters<typeof openPostgres>[1],
): Promise<WalletStore> {
  const database = openPostgres(url, settings);
  try {
    const { stop, ...stored } = await createDatabaseFiles({
      database,
      random: systemRandom,
      clock: systemClock,
      running: () => performance.now(),
    });
    return {
      ...stored,
      answers: async () => {
        await database.run('SELECT 1');
      },
      end: async () => {
        stop();
        await database.end();
      },
    };
  } catch (error) {
    await database.end();
    throw error;
  }
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
