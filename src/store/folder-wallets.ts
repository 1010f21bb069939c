/** Reads and writes NAME and NAME.keys of wallets in a folder. Knows which wallets this program has open. */
import { toHex } from '../base/hex.ts';
import type { FolderFiles, WalletFolder } from '../ports/wallet-folder.ts';
import type { Random } from '../ports/random.ts';
import type { Disk } from './disk.ts';
import { fault } from './faults.ts';
import { writeWalletFile } from './file-format.ts';
import { entryFrame } from './frames.ts';
import type { StoredRecord, WalletHeader } from './header.ts';
import { keysFor, readBest, type FolderWallet } from './folder-format.ts';

export interface FolderWallets {
  readonly folder: WalletFolder;
  readonly random: Random;
  /** The wallets that this program has open, by storage key. */
  readonly held: Map<string, Held>;
  /** Kept since opening a wallet reads the same files three times. */
  last: FolderRead | undefined;
}

interface FolderRead {
  readonly name: string;
  readonly files: FolderFiles;
  readonly wallet?: FolderWallet;
}

export interface Held {
  readonly header: WalletHeader;
  /** See `WalletFile.copy`. */
  readonly copy: string;
  /** Offset of the next frame; undefined: the next commit must write the whole file. */
  readonly end: number | undefined;
  /** NAME could not be read. */
  readonly damaged: boolean;
  /** Frames were appended since the wallet was opened. */
  readonly appended: boolean;
}

export function newCopy({ random }: FolderWallets): string {
  return toHex(random.bytes(16));
}

/** The files of a wallet, and the wallet in them if there is one. */
export async function readFolder(wallets: FolderWallets, name: string): Promise<FolderRead> {
  const known = wallets.last?.name === name ? wallets.last : undefined;
  const files = await wallets.folder.read(name, known?.files.version);
  // Undefined: the files have not changed since they were read last.
  if (!files) return known!;
  const wallet = await readBest(files, name);
  wallets.last = { name, files, ...(wallet && { wallet }) };
  return wallets.last;
}

/** Appends a frame, or writes the whole file if necessary. */
export async function writeCommit(
  wallets: FolderWallets,
  before: Held,
  change: Parameters<Disk['commit']>[0],
): Promise<void> {
  const { header, record, clear = false } = change;
  const { folder, held } = wallets;
  if (!record || clear || before.end === undefined) return commitWhole(wallets, before, change);
  const bytes = await entryFrame(header.head, record);
  await folder.append(header.name, before.end, bytes);
  held.set(header.place, { ...before, header, end: before.end + bytes.length, appended: true });
}

const commitWhole = async (
  wallets: FolderWallets,
  before: Held,
  change: Parameters<Disk['commit']>[0],
): Promise<void> => {
  const { header, record, after, clear = false, everywhere = false } = change;
  const { files, wallet } = await readFolder(wallets, header.name);
  wallets.last = undefined;
  if (!clear && wallet?.header.sequence !== after) throw fault('folder_changed', { name: header.name });
  const old = clear ? [] : (wallet?.records ?? []);
  const keys = everywhere ? 'all' : await keysFor(files.keys, header);
  await writeWhole(wallets, before, header, record ? [...old, record] : old, keys);
};

/** Writes NAME as a whole, and NAME.keys if it changes. */
export async function writeWhole(
  { folder, held }: FolderWallets,
  { copy, damaged }: Pick<Held, 'copy' | 'damaged'>,
  header: WalletHeader,
  records: readonly StoredRecord[],
  keys: Uint8Array | 'all' | undefined,
): Promise<void> {
  const cache = await writeWalletFile(header, records, { journaled: true });
  await folder.write(header.name, {
    cache,
    ...(keys && { keys: keys === 'all' ? cache : keys }),
    ...(damaged && { aside: true }),
  });
  held.set(header.place, { header, copy, end: cache.length, damaged: false, appended: false });
}
