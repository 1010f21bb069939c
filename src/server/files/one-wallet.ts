/** A wallet folder as the page of one wallet sees it: without all other wallets. */
import type { WalletFolder } from '../../ports/wallet-folder.ts';

/**
 * Answers {folder, releaseAll()}. Calls for other wallets than `name` and its copy for background reading reject; the page
 * checks names, too, but a page that was broken into checks nothing. `releaseAll` gives back what the page has claimed, for a
 * page that has crashed.
 */
export function oneWallet(folder: WalletFolder, name: string) {
  const own = new Set([name, `${name}.background`]);
  const claimed = new Set<string>();
  const check = (asked: string) => {
    // The page makes a fault of the system's code (src/store/folder-faults.ts).
    if (!own.has(asked)) throw new Error('EACCES: this wallet belongs to another caller');
  };
  const narrowed: WalletFolder = {
    list: async () => (await folder.list()).filter((each) => own.has(each)),
    read: async (asked, known) => {
      check(asked);
      return folder.read(asked, known);
    },
    write: async (asked, files) => {
      check(asked);
      await folder.write(asked, files);
    },
    append: async (asked, at, bytes) => {
      check(asked);
      await folder.append(asked, at, bytes);
    },
    remove: async (asked) => {
      check(asked);
      await folder.remove(asked);
    },
    claim: async (asked) => {
      check(asked);
      const got = await folder.claim(asked);
      if (got) claimed.add(asked);
      return got;
    },
    release: async (asked) => {
      check(asked);
      claimed.delete(asked);
      await folder.release(asked);
    },
    remember: async (asked, copy) => {
      check(asked);
      await folder.remember(asked, copy);
    },
  };
  return {
    folder: narrowed,
    releaseAll: async () => {
      for (const each of claimed) await folder.release(each);
      claimed.clear();
    },
  };
}
