/**
 * How a wallet lies in a folder outside the browser: NAME holds all of it, NAME.keys what it was when it was made (its
 * keys and settings), under the password of now, so that the wallet comes back from the chain when NAME is lost. Both
 * are our encrypted wallet files (docs/adr/0006).
 */
import { equalBytes } from '../base/bytes.ts';
import { isFault } from '../base/fault.ts';
import type { OutsideFiles } from '../ports/outside-folder.ts';
import { checkChain } from './chain.ts';
import { readWalletFile, writeWalletFile, type ReadWalletFile } from './file-format.ts';
import type { WalletHeader } from './header.ts';

export interface FolderWallet extends Pick<ReadWalletFile, 'header' | 'records'> {
  /** Where the next frame of NAME goes; undefined: NAME has to be written anew first. */
  readonly end: number | undefined;
  /** NAME is there and cannot be read: this is what NAME.keys says. */
  readonly damaged: boolean;
}

/** The wallet of NAME, or of NAME.keys when NAME is gone or damaged. Undefined: neither is there. Faults: file_damaged, file_too_new. */
export async function readBest(
  { cache, keys }: OutsideFiles,
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

/** A file is the wallet that it is named after. */
const readAs = async (file: Uint8Array, name: string): Promise<ReadWalletFile> => {
  const read = await readWalletFile(file, name);
  const header = { ...read.header, name };
  checkChain(header, read.records);
  return { ...read, header };
};

/**
 * What NAME.keys has to hold for a wallet with this header: the old records behind the key slot of now, since an old
 * password must open nothing. Undefined: it does already. `all`: they are lost or another wallet's, and all of NAME takes
 * their place.
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
