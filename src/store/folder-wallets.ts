/** Reads and writes NAME and NAME.keys of wallets in a folder. Knows which wallets this program has open. */
import { isFault } from '../base/fault.ts';
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
  /**
   * Present after a write that failed with storage_uncertain, so that NAME may have one record more than `header` says.
   * Takes the records that are in NAME now, and returns those as of `header`.
   */
  readonly before?: ((now: readonly StoredRecord[]) => readonly StoredRecord[]) | undefined;
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
  await folder.append(header.name, before.end, bytes).catch((error: unknown) => {
    if (isFault(error, 'storage_uncertain'))
      held.set(header.place, { ...before, before: (now) => now.slice(0, -1) });
    throw error;
  });
  const end = before.end + bytes.length;
  held.set(header.place, { ...before, header, end, appended: true, before: undefined });
}

const commitWhole = async (
  wallets: FolderWallets,
  before: Held,
  change: Parameters<Disk['commit']>[0],
): Promise<void> => {
  const { header, record, after, clear = false, everywhere = false } = change;
  const { files, wallet } = await readFolder(wallets, header.name);
  wallets.last = undefined;
  const old = wallet && recordsAt(after, wallet, before);
  if (!clear && !old) throw fault('folder_changed', { name: header.name });
  const records = [...(clear ? [] : (old ?? [])), ...(record ? [record] : [])];
  const keys = everywhere ? 'all' : await keysFor(files.keys, header);
  const damaged = wallet?.damaged ?? before.damaged;
  try {
    await writeWhole(wallets, { copy: before.copy, damaged }, header, records, keys);
  } catch (error) {
    if (old && isFault(error, 'storage_uncertain'))
      wallets.held.set(header.place, { ...before, end: undefined, before: () => old });
    throw error;
  }
};

/** Undefined: the file is neither of this state nor of the one that was written last, perhaps, by this program. */
const recordsAt = (sequence: number, { header, records }: FolderWallet, { before }: Held) => {
  if (header.sequence === sequence) return records;
  return header.sequence === sequence + 1 ? before?.(records) : undefined;
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
