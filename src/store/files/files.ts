/**
 * The wallet files of one disk: names, passwords, ownership. Common to all stores; idb.ts, memory.ts and
 * folder-disk.ts supply the disk.
 */
import type { WalletFileInfo, WalletFiles, WalletSize } from '../../ports/wallet-files.ts';
import { lockName } from '../locks.ts';
import { passkeyInfoOf } from '../passkey.ts';
import { findVanished, storageReport } from '../persist.ts';
import { isSpaceShort } from '../space.ts';
import { exportFile, importFile } from './backup.ts';
import { newToken, summaryOf, type FilesContext, type FilesDeps } from './context.ts';
import { createFile, openFile } from './open.ts';
import { forgetFile, removeFile } from './remove.ts';

/** For a store whose wallets are also stored elsewhere: removes the copy on this disk without a password. */
export interface CopyRemover {
  /** Does nothing when there is no such wallet. Fault wallet_open_elsewhere: it is in use. */
  forget(name: string): Promise<void>;
}

export function createWalletFiles(deps: FilesDeps): WalletFiles & CopyRemover {
  const context: FilesContext = { newStorageKey: () => newToken(deps), ...deps, opened: new Set() };
  const { disk, marker, storage, opened } = context;
  disk.onDisconnect(() => {
    for (const file of opened) void file.lose();
  });
  const storageKeys = async () =>
    new Set((await disk.headers()).flatMap((header) => summaryOf(header)?.place ?? []));
  return {
    list: () => listFiles(context),
    create: (name, password, content) => createFile(context, name, password, content),
    open: (name, unlock, { takeOver = false } = {}) => openFile(context, name, unlock, takeOver),
    remove: (name, password) => removeFile(context, name, password),
    forget: (name) => forgetFile(context, name),
    exportFile: (name) => exportFile(context, name),
    importFile: (file, name, password) => importFile(context, file, name, password),
    sizes: () => sizesOf(context),
    async storageHealth() {
      const vanished = await findVanished(marker, storageKeys).catch(() => []);
      return {
        ...(await storageReport(storage)),
        ...((await isSpaceShort(storage)) && { short: true }),
        vanished: vanished.map(({ name, createdAt }) => ({ name, createdAt })),
      };
    },
    async forgetVanished() {
      for (const { place: storageKey } of await findVanished(marker, storageKeys))
        await marker.drop(storageKey);
    },
  };
}

const listFiles = async ({ disk, locks }: FilesContext): Promise<readonly WalletFileInfo[]> => {
  const held = await locks.heldElsewhere();
  const infos = (await disk.headers()).map(async (header) => {
    const summary = summaryOf(header);
    if (!summary) return [];
    const passkey = await passkeyInfoOf(header);
    const openElsewhere = held.has(lockName(summary.place));
    return [{ ...summary.public, openElsewhere, ...(passkey && { passkey }) }];
  });
  return (await Promise.all(infos)).flat();
};

const sizesOf = async ({ disk }: FilesContext): Promise<readonly WalletSize[]> => {
  const sizes: WalletSize[] = [];
  // One after the other: the records of several wallets at once could fill the memory.
  for (const header of await disk.headers()) {
    const summary = summaryOf(header);
    if (!summary) continue;
    const { records } = (await disk.read(summary.place)) ?? { records: [] };
    const bytes = records.reduce<number>((sum, record) => sum + sizeOf(record), 0);
    sizes.push({ name: summary.public.name, bytes });
  }
  return sizes;
};
/** A damaged record counts as nothing: the wallet must stay in the list. */
const sizeOf = (record: unknown): number => {
  const { sealed } = record as { readonly sealed?: unknown };
  return sealed instanceof Uint8Array ? sealed.length : 0;
};
