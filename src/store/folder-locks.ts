/** One owner per wallet in a folder: a list for this program, lock files in the folder for other programs. */
import type { OutsideFolder } from '../ports/outside-folder.ts';
import { placeOfLock, type OwnerLocks } from './locks.ts';

export function createFolderLocks(folder: Pick<OutsideFolder, 'claim' | 'release'>): OwnerLocks {
  const mine = new Set<string>();
  return {
    // A lock is never taken over: the other program may run on another computer.
    acquire: async (lock) => {
      if (mine.has(lock)) return undefined;
      mine.add(lock);
      const place = placeOfLock(lock);
      try {
        if (!(await folder.claim(place))) {
          mine.delete(lock);
          return undefined;
        }
      } catch (error) {
        mine.delete(lock);
        throw error;
      }
      const release = async (): Promise<void> => {
        await folder.release(place);
        mine.delete(lock);
      };
      return { release };
    },
    heldElsewhere: () => Promise.resolve(new Set()),
  };
}
