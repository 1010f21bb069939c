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
  const check = (wanted: string) => {
    // The page makes a fault of the system's code (src/store/folder-faults.ts).
    if (!own.has(wanted)) throw new Error('EACCES: this wallet belongs to another caller');
  };
  const narrowed: WalletFolder = {
    list: async () => (await folder.list()).filter((each) => own.has(each)),
    read: async (wanted, known) => {
      check(wanted);
      return folder.read(wanted, known);
    },
    write: async (wanted, files) => {
      check(wanted);
      await folder.write(wanted, files);
    },
    append: async (wanted, at, bytes) => {
      check(wanted);
      await folder.append(wanted, at, bytes);
    },
    remove: async (wanted) => {
      check(wanted);
      await folder.remove(wanted);
    },
    claim: async (wanted, onLost) => {
      check(wanted);
      const got = await folder.claim(wanted, onLost);
      if (got) claimed.add(wanted);
      return got;
    },
    ...(folder.confirm && {
      confirm: async (wanted) => {
        check(wanted);
        await folder.confirm!(wanted);
      },
    }),
    release: async (wanted) => {
      check(wanted);
      claimed.delete(wanted);
      await folder.release(wanted);
    },
    remember: async (wanted, copy) => {
      check(wanted);
      await folder.remember(wanted, copy);
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
