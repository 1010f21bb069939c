/**
 * The wallets of a storage outside the browser, under names as in monero-wallet-rpc. A wallet without a name is in memory
 * only, as there.
 */
import type { StoredWallets, WalletFile, WalletFiles } from '../ports/wallet-files.ts';
import { fault } from './faults.ts';
import type { CopyRemover } from './files/files.ts';
import { parseName } from './header.ts';

export interface NamedDeps {
  /** For wallets without a name. */
  readonly memory: WalletFiles & CopyRemover;
  /** Undefined when no storage is configured: then no wallet can be created or opened by name. */
  readonly stored: StoredWallets | undefined;
  /** The only wallet of the storage that may be used. */
  readonly only?: string | undefined;
}

export function createNamedFiles({ memory, stored, only }: NamedDeps): WalletFiles {
  const bare = only?.replace(/\.keys$/, '');
  const own = [only, bare, `${bare}.keys`, `${bare}.background`];
  const isOwn = (name: string): boolean => only === undefined || own.includes(name);
  const check = (name: string): void => {
    if (!stored || !isOwn(name)) throw fault('no_wallet_dir');
    if (name !== '') parseName(name);
  };
  const names = async (): Promise<readonly string[]> => (await stored?.names()) ?? [];
  /** `NAME.keys` names the wallet NAME, as in the reference. Upstream: wallet2::prepare_file_names. */
  const called = async (name: string): Promise<string> =>
    name.endsWith('.keys') && !(await names()).includes(name) ? name.slice(0, -'.keys'.length) : name;

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
  /** Without a storage, `memory` and every name is refused. */
  const files = stored?.files ?? memory;
  const notFound = (name: string) => fault('wallet_not_found', { name });

  return {
    ...files,
    checkName: check,
    list: async () =>
      (await names()).filter(isOwn).map((name) => ({ name, createdAt: 0, usedAt: 0, openElsewhere: false })),
    sizes: async () => (await files.sizes()).filter(({ name }) => isOwn(name)),
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
