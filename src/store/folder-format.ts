/**
 * A wallet in a folder outside the browser: NAME holds all of it. NAME.keys holds its keys and settings as of its
 * creation, encrypted with the current password, so that the wallet can be scanned again when NAME is lost. Both are
 * encrypted wallet files (docs/adr/0006).
 */
import { equalBytes } from '../base/bytes.ts';
import { isFault } from '../base/fault.ts';
import type { FolderFiles } from '../ports/wallet-folder.ts';
import { checkChain } from './chain.ts';
import { readWalletFile, writeWalletFile, type ReadWalletFile } from './file-format.ts';
import type { WalletHeader } from './header.ts';

export interface FolderWallet extends Pick<ReadWalletFile, 'header' | 'records'> {
  /** Offset of the next frame of NAME; undefined: NAME must first be written as a whole. */
  readonly end: number | undefined;
  /** NAME exists but cannot be read; this wallet comes from NAME.keys. */
  readonly damaged: boolean;
}

/**
 * The wallet of NAME, or of NAME.keys when NAME is missing or damaged; undefined when neither exists. Faults:
 * file_damaged, file_too_new.
 */
export async function readBest(
  { cache, keys }: FolderFiles,
  name: string,
): Promise<FolderWallet | undefined> {
  if (cache)
    try {
      const { end, ...found } = await readAs(cache, name);
      return { ...found, end, damaged: false };
    } catch (error) {
      if (!isFault(error, 'file_damaged') || !keys) throw error;
    }
  return keys && { ...(await readAs(keys, name)), end: undefined, damaged: cache !== undefined };
}

/** Reads a file. The wallet's name is that of the file. */
const readAs = async (file: Uint8Array, name: string): Promise<ReadWalletFile> => {
  const read = await readWalletFile(file, name);
  const header = { ...read.header, name };
  checkChain(header, read.records);
  return { ...read, header };
};

/**
 * The new content of NAME.keys for a wallet with this header: its old records with the current key slot, because an
 * old password must not open anything. Undefined: no change needed. `all`: NAME.keys is lost or belongs to another
 * wallet, so all records of NAME are written to it.
 */
export async function keysFor(
  keys: Uint8Array | undefined,
  { id, slot }: WalletHeader,
): Promise<Uint8Array | 'all' | undefined> {
  try {
    if (!keys) return 'all';
    const old = await readWalletFile(keys, '');
    if (!equalBytes(old.header.id, id)) return 'all';
    if (equalBytes(old.header.slot.wrapped, slot.wrapped)) return undefined;
    return await writeWalletFile({ ...old.header, slot }, old.records);
  } catch (error) {
    if (!isFault(error)) throw error;
    return 'all';
  }
}
