/**
 * Wallet files of the offline edition: in IndexedDB where the browser has it for a page from a file, otherwise in memory,
 * until the page closes.
 */
import { isFault } from '../base/fault.ts';
import type { WalletFiles } from '../ports/wallet-files.ts';
import { createIdbWalletFiles } from './idb.ts';
import { createMemoryWalletFiles } from './memory.ts';

interface OfflineWalletFiles {
  readonly files: WalletFiles;
  /** The wallets are in memory only; `storageHealth` says so as well. */
  readonly inMemory: boolean;
}

/**
 * Lists the stored wallets once, which needs what storing needs: Web Locks and the database. With another fault than
 * storage_unavailable there may be wallets; the caller gets it from its own calls.
 */
export async function createOfflineWalletFiles({
  stored = createIdbWalletFiles,
  memory = createMemoryWalletFiles,
}: {
  readonly stored?: () => WalletFiles;
  readonly memory?: () => WalletFiles;
} = {}): Promise<OfflineWalletFiles> {
  const files = await usable(stored);
  return files ? { files, inMemory: false } : { files: inMemory(memory()), inMemory: true };
}

const usable = async (stored: () => WalletFiles): Promise<WalletFiles | undefined> => {
  try {
    const files = stored();
    const refused = await files.list().then(
      () => undefined,
      (error: unknown) => error,
    );
    return refused === undefined || (isFault(refused) && !isFault(refused, 'storage_unavailable'))
      ? files
      : undefined;
  } catch {
    // Some browsers refuse already to make a channel between tabs.
    return undefined;
  }
};

const inMemory = (files: WalletFiles): WalletFiles => ({
  ...files,
  storageHealth: async () => ({ ...(await files.storageHealth()), inMemory: true }),
});
