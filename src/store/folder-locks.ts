/** One owner per wallet in a folder: a list for this program, lock files in the folder for other programs. */
import type { WalletFolder } from '../ports/wallet-folder.ts';
import { storageKeyOfLock, type OwnerLocks } from './locks.ts';

export function createFolderLocks(folder: Pick<WalletFolder, 'claim' | 'release'>): OwnerLocks {
  const heldLocks = new Set<string>();
  return {
    // A lock is never taken over: the other program may run on another computer.
    acquire: async (lock, { onLoss }) => {
      if (heldLocks.has(lock)) return undefined;
      heldLocks.add(lock);
      const storageKey = storageKeyOfLock(lock);
      try {
        if (!(await folder.claim(storageKey, () => void onLoss()))) {
          heldLocks.delete(lock);
          return undefined;
        }
      } catch (error) {
        heldLocks.delete(lock);
        throw error;
      }
      const release = async (): Promise<void> => {
        try {
          await folder.release(storageKey);
        } finally {
          heldLocks.delete(lock);
        }
      };
      return { release };
    },
    heldElsewhere: () => Promise.resolve(new Set()),
  };
}
