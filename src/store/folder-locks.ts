/** One owner per wallet in a folder: a list for this program, lock files in the folder for other programs. */
import type { WalletFolder } from '../ports/wallet-folder.ts';
import { placeOfLock, type OwnerLocks } from './locks.ts';

export function createFolderLocks(folder: Pick<WalletFolder, 'claim' | 'release'>): OwnerLocks {
  const heldLocks = new Set<string>();
  return {
    // A lock is never taken over: the other program may run on another computer.
    acquire: async (lock) => {
      if (heldLocks.has(lock)) return undefined;
      heldLocks.add(lock);
      const place = placeOfLock(lock);
      try {
        if (!(await folder.claim(place))) {
          heldLocks.delete(lock);
          return undefined;
        }
      } catch (error) {
        heldLocks.delete(lock);
        throw error;
      }
      const release = async (): Promise<void> => {
        await folder.release(place);
        heldLocks.delete(lock);
      };
      return { release };
    },
    heldElsewhere: () => Promise.resolve(new Set()),
  };
}
