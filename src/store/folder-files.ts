/**
 * Wallets in a folder outside the browser. The browser stores nothing of them: every commit is in the folder before
 * it resolves (folder-disk.ts). A wallet without a name is in memory only, as in the reference.
 */
import type { Clock } from '../ports/clock.ts';
import type { WalletFolder } from '../ports/wallet-folder.ts';
import type { Random } from '../ports/random.ts';
import type { WalletFile, WalletFiles } from '../ports/wallet-files.ts';
import { KDF } from './crypt.ts';
import { fault } from './faults.ts';
import { createWalletFiles, type CopyRemover } from './files/files.ts';
import { createFolderDisk } from './folder-disk.ts';
import { withFaults } from './folder-faults.ts';
import { createFolderLocks } from './folder-locks.ts';
import { parseName, type KdfParams } from './header.ts';
import { noMarker } from './persist.ts';

export interface FolderDeps {
  /** For wallets without a name. */
  readonly memory: WalletFiles & CopyRemover;
  /** Undefined when no folder is configured: then no wallet can be created or opened by name. */
  readonly folder: WalletFolder | undefined;
  /** The only wallet of the folder that may be used. */
  readonly only?: string;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
  readonly kdf?: KdfParams;
}

export function createFolderWalletFiles(deps: FolderDeps): WalletFiles {
  const { memory, only, random, clock, kdf = KDF } = deps;
  const folder = deps.folder && withFaults(deps.folder);
  const check = (name: string): void => {
    const bare = only?.replace(/\.keys$/, '');
    const own = [only, bare, `${bare}.keys`, `${bare}.background`];
    if (!folder || (only !== undefined && !own.includes(name))) throw fault('no_wallet_dir');
    if (name !== '') parseName(name);
  };
  /** `NAME.keys` names the wallet NAME, as in the reference. Upstream: wallet2::prepare_file_names. */
  const called = async (name: string): Promise<string> =>
    name.endsWith('.keys') && !(await folder?.list())?.includes(name) ? name.slice(0, -'.keys'.length) : name;

  let madeInMemory = 0;
  const unnamed = async (password: string, content: Uint8Array): Promise<WalletFile> => {
    const storageKey = `in memory ${++madeInMemory}`;
    const file = await memory.create(storageKey, password, content);
    const close = async (): Promise<void> => {
      await file.close();
      await memory.forget(storageKey);
    };
    return { ...file, name: '', close };
  };
  /** Without a folder, `memory` and every name is refused. */
  const files = folder
    ? createWalletFiles({
        disk: createFolderDisk(folder, random),
        locks: createFolderLocks(folder),
        random,
        clock,
        kdf,
        marker: noMarker,
        newStorageKey: (name) => name,
      })
    : memory;
  const notFound = (name: string) => fault('wallet_not_found', { name });

  return {
    ...files,
    checkName: check,
    list: async () =>
      ((await folder?.list()) ?? []).map((name) => ({ name, createdAt: 0, usedAt: 0, openElsewhere: false })),
    create: async (name, password, content) => {
      check(name);
      return name === '' ? unnamed(password, content) : files.create(name, password, content);
    },
    open: async (name, password, options) => {
      check(name);
      if (name === '') throw notFound(name);
      return files.open(await called(name), password, options);
    },
    remove: async (name, password) => {
      if (name === '') return; // a wallet without a name vanished when it was closed
      check(name);
      await files.remove(await called(name), password);
    },
    importFile: async (file, name, password) => {
      if (name !== undefined) check(name);
      return files.importFile(file, name, password);
    },
  };
}
