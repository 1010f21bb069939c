/**
 * Wallets whose home is a folder outside the browser: that folder says which wallets there are, and a wallet is brought
 * in from its files when it is opened. The browser's own store holds it meanwhile, crash-safe as always; the files are
 * written when the wallet is made, by `store`, by a new password, on close, and a while after any change.
 * A wallet without a name is nowhere but in memory, as with the reference.
 */
import { isFault } from '../base/fault.ts';
import type { Clock } from '../ports/clock.ts';
import type { OutsideFolder } from '../ports/outside-folder.ts';
import type { WalletFile, WalletFiles } from '../ports/wallet-files.ts';
import { fault } from './faults.ts';
import type { Forgetful } from './files.ts';
import { parseName } from './header.ts';
import { fromOutside, toOutside } from './outside-format.ts';
import { createQueue } from './queue.ts';

export interface OutsideDeps {
  /** The browser's own store: copies of wallets that are open, or were. */
  readonly inner: WalletFiles & Forgetful;
  /** For wallets without a name. */
  readonly memory: WalletFiles & Forgetful;
  /** Undefined: none is configured, and no wallet is made or opened by name. */
  readonly folder: OutsideFolder | undefined;
  /** The folder is for this wallet alone. */
  readonly only?: string;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** How long a change may be in the browser only. */
const AUTOSAVE_MS = 30_000;

export const createOutsideWallets = ({ inner, memory, folder, only, clock }: OutsideDeps): WalletFiles => {
  const check = (name: string): void => {
    if (!folder || (only !== undefined && name !== only && !name.startsWith(`${only}.`)))
      throw fault('no_wallet_dir');
    if (name !== '') parseName(name);
  };
  const home = (): OutsideFolder => {
    if (!folder) throw fault('no_wallet_dir');
    return folder;
  };
  const isThere = async (name: string): Promise<boolean> => fromOutside(await home().read(name)).length > 0;

  let madeInMemory = 0;
  const nameless = async (password: string): Promise<WalletFile> => {
    const place = `in memory ${++madeInMemory}`;
    const file = await memory.create(place, password);
    const close = async (): Promise<void> => {
      await file.close();
      await memory.forget(place);
    };
    return { ...file, name: '', close };
  };

  /** Opens what no other program has open. */
  const claimed = async (name: string, open: () => Promise<WalletFile>): Promise<WalletFile> => {
    if (!(await home().claim(name))) throw fault('wallet_open_elsewhere', { name });
    try {
      return await open();
    } catch (error) {
      await home().release(name);
      throw error;
    }
  };

  /** An open file that also writes itself outside. */
  const follow = (file: WalletFile): WalletFile => {
    const saves = createQueue();
    let changed = false;
    let waiting: AbortController | undefined;
    const save = ({ afresh = false } = {}): Promise<void> =>
      saves.run(async () => {
        waiting?.abort();
        waiting = undefined;
        changed = false;
        try {
          const to = home();
          const whole = await inner.exportFile(file.name);
          await to.write(file.name, await toOutside(whole, afresh ? {} : await to.read(file.name)));
        } catch (error) {
          changed = true;
          throw isFault(error) ? error : fault('storage_unavailable', { why: String(error) });
        }
      });
    const saveSoon = (): void => {
      changed = true;
      if (waiting) return;
      const { signal } = (waiting = new AbortController());
      // A disk that refuses is told to who saves on purpose; here the next change tries again.
      clock
        .sleep(AUTOSAVE_MS, signal)
        .then(() => save())
        .catch(() => undefined);
    };
    let saved = false;
    return {
      ...file,
      append: async (entry) => {
        await file.append(entry);
        // A wallet that was just made must have its files before anybody hears that it exists.
        if (!saved && !(await isThere(file.name))) await save();
        else saveSoon();
        saved = true;
      },
      compact: async (snapshot, { everywhere = false } = {}) => {
        await file.compact(snapshot);
        await save({ afresh: everywhere });
      },
      changePassword: async (oldPassword, newPassword) => {
        await file.changePassword(oldPassword, newPassword);
        await save();
      },
      close: async ({ save: wanted = true } = {}) => {
        try {
          if (changed && wanted) await save();
        } finally {
          waiting?.abort();
          await file.close();
          await folder?.release(file.name);
        }
      },
    };
  };

  const wallets: WalletFiles = {
    ...inner,
    checkName: check,
    list: async () => {
      const known = new Map((await inner.list()).map((info) => [info.name, info]));
      return ((await folder?.list()) ?? []).map(
        (name) => known.get(name) ?? { name, createdAt: 0, usedAt: 0, openElsewhere: false },
      );
    },
    create: async (name, password) => {
      check(name);
      if (name === '') return nameless(password);
      if (await isThere(name)) throw fault('wallet_exists', { name });
      return claimed(name, async () => {
        await inner.forget(name);
        return follow(await inner.create(name, password));
      });
    },
    open: async (name, password, options) => {
      check(name);
      const found = name === '' ? [] : fromOutside(await home().read(name));
      if (found.length === 0) throw fault('wallet_not_found', { name });
      return claimed(name, async () => {
        for (const [i, file] of found.entries()) {
          await inner.forget(name);
          try {
            await inner.importFile(file, name);
            return follow(await inner.open(name, password, options));
          } catch (error) {
            if (!isFault(error, 'file_damaged') || i === found.length - 1) throw error;
          }
        }
        throw fault('wallet_not_found', { name });
      });
    },
    remove: async (name, password) => {
      if (name === '') return; // gone since it was closed
      // The files say which wallet it is and what opens it, not what this browser saw last.
      const file = await wallets.open(name, password);
      await file.close({ save: false });
      await inner.forget(name);
      await home().remove(name);
    },
  };
  return wallets;
};
