/**
 * How a wallet lies in a folder outside the browser: NAME holds all of it, NAME.keys what it was when it was made (its
 * keys and settings), under the password of now, so that the wallet comes back from the chain when NAME is lost. Both
 * are our encrypted wallet files (docs/adr/0006). Another format would be another pair of these two functions.
 */
import { equalBytes } from '../base/bytes.ts';
import { isFault } from '../base/fault.ts';
import type { OutsideFiles } from '../ports/outside-folder.ts';
import { readWalletFile, writeWalletFile } from './file-format.ts';

/** From the wallet as it is now and the files as they lie there. */
export const toOutside = async (
  whole: Uint8Array,
  before: OutsideFiles,
): Promise<{ readonly cache: Uint8Array; readonly keys: Uint8Array }> => ({
  cache: whole,
  keys: (before.keys && (await underNewSlot(before.keys, whole))) ?? whole,
});

/** What to read a wallet from, the best first. */
export const fromOutside = ({ cache, keys }: OutsideFiles): readonly Uint8Array[] =>
  [cache, keys].filter((file) => file !== undefined);

/** The old records behind the key slot of now: an old password must open nothing. Undefined: not this wallet's. */
const underNewSlot = async (keys: Uint8Array, whole: Uint8Array): Promise<Uint8Array | undefined> => {
  try {
    const [old, now] = await Promise.all([readWalletFile(keys, ''), readWalletFile(whole, '')]);
    if (!equalBytes(old.header.id, now.header.id)) return undefined;
    return await writeWalletFile({ ...old.header, slot: now.header.slot }, old.records);
  } catch (error) {
    if (!isFault(error)) throw error;
    return undefined;
  }
};
