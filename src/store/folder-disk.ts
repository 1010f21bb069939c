/**
 * A disk (disk.ts) in a folder outside the browser; the browser stores nothing of these wallets. The file NAME holds
 * a whole wallet with a journal at its end: each commit appends one frame (frames.ts) and is durable when it
 * resolves. A snapshot, a new password, and the first commit to a file of the older layout write NAME as a whole. A
 * wallet's storage key is its name.
 */
import { isFault } from '../base/fault.ts';
import type { WalletFolder } from '../ports/wallet-folder.ts';
import type { Random } from '../ports/random.ts';
import type { Disk } from './disk.ts';
import { fault } from './faults.ts';
import { newCopy, readFolder, writeCommit, writeWhole, type FolderWallets } from './folder-wallets.ts';
import { confirmedFrame } from './frames.ts';
import type { StoredRecord, WalletHeader } from './header.ts';
import { keysFor } from './folder-format.ts';

export function createFolderDisk(folder: WalletFolder, random: Random): Disk {
  const wallets: FolderWallets = { folder, random, held: new Map(), last: undefined };
  const { held } = wallets;
  return {
    headers: () => Promise.resolve([]),
    find: async (name) => (await readFolder(wallets, name)).wallet?.header,
    read: (storageKey) => read(wallets, storageKey),
    create: (header, records) => create(wallets, header, records),
    claim: (storageKey, owner, usedAt) => claim(wallets, storageKey, owner, usedAt),
    commit: (change) => commit(wallets, change),
    remove: async (storageKey) => {
      wallets.last = undefined;
      held.delete(storageKey);
      await folder.remove(storageKey);
    },
    copyOf: (storageKey) => held.get(storageKey)?.copy ?? storageKey,
    ...(folder.confirm && { confirmOwner: (storageKey) => folder.confirm!(storageKey) }),
    leave: (storageKey, keepCopy) => leave(wallets, storageKey, keepCopy),
    onDisconnect: () => undefined,
    noPasskeys: true,
    close: () => undefined,
  };
}

const read = async (wallets: FolderWallets, storageKey: string): ReturnType<Disk['read']> => {
  const open = wallets.held.get(storageKey);
  const { wallet } = await readFolder(wallets, storageKey);
  // The next commit of the open wallet makes this outdated.
  wallets.last = undefined;
  // NAME.keys has the wallet as it was created. An export or a move would pass it off as all of it.
  if (wallet?.damaged && !open) throw fault('file_damaged', { what: storageKey });
  return wallet && { ...wallet, header: { ...wallet.header, owner: open?.header.owner ?? '' } };
};

const create = async (
  wallets: FolderWallets,
  header: WalletHeader,
  records: readonly StoredRecord[],
): Promise<boolean> => {
  const { files } = await readFolder(wallets, header.name);
  if (files.cache || files.keys) return false;
  await writeWhole(wallets, { copy: newCopy(wallets), damaged: false }, header, records, 'all');
  return true;
};

const claim = async (
  wallets: FolderWallets,
  storageKey: string,
  owner: string,
  usedAt: number,
): Promise<WalletHeader | undefined> => {
  const { folder, held } = wallets;
  const { files, wallet } = await readFolder(wallets, storageKey);
  if (!wallet) return undefined;
  const header = { ...wallet.header, owner, usedAt };
  const { end, damaged } = wallet;
  held.set(storageKey, { header, copy: files.copy ?? newCopy(wallets), end, damaged, appended: false });
  // After a new password or a crash, NAME.keys may have an outdated key slot. It is an additional copy.
  const wanted = damaged ? undefined : await keysFor(files.keys, header);
  const keys = wanted === 'all' ? files.cache : wanted;
  if (keys) await folder.write(storageKey, { keys }).catch(() => undefined);
  return header;
};

const commit = async (
  wallets: FolderWallets,
  change: Parameters<Disk['commit']>[0],
): ReturnType<Disk['commit']> => {
  const before = wallets.held.get(change.header.place);
  if (!before) return 'gone';
  const { owner, sequence } = before.header;
  if (owner !== change.owner || sequence !== change.after) return 'fenced';
  try {
    await writeCommit(wallets, before, change);
  } catch (error) {
    if (isFault(error, 'wallet_open_elsewhere')) return 'fenced';
    throw error;
  }
  return 'done';
};

const leave = async (
  { folder, held }: FolderWallets,
  storageKey: string,
  keepCopy: boolean,
): Promise<void> => {
  const open = held.get(storageKey);
  held.delete(storageKey);
  if (!open) return;
  if (open.appended && open.end !== undefined)
    await folder.append(storageKey, open.end, await confirmedFrame(open.header.sequence));
  await folder.remember(storageKey, keepCopy ? open.copy : undefined);
};
