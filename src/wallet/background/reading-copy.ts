/**
 * The copy that is read while its wallet is locked (session/read-on.ts). Its random password stands in the settings of the
 * wallet. It exists until the wallet is opened again, also if the tab was closed meanwhile.
 */
import { isFault } from '../../base/fault.ts';
import type { WalletFiles } from '../../ports/wallet-files.ts';
import { change, openLedger, put } from '../state/state.ts';
import type { OpenWallet } from '../wallet.ts';
import { copyName, dropCopy, merge } from './copy-file.ts';

export function readingCopyName(name: string): string {
  return `${name}.while-locked`;
}

/** Leaves out the copies of wallets that are in the list as well. */
export function withoutReadingCopies<T extends { readonly name: string }>(
  wallets: readonly T[],
): readonly T[] {
  const copies = new Set(wallets.map(({ name }) => readingCopyName(name)));
  return wallets.filter(({ name }) => !copies.has(name));
}

/** Merges what was read while the wallet was locked, and removes the copy. Faults: the store's. */
export async function endReadingCopy(
  files: WalletFiles,
  wallet: Pick<OpenWallet, 'name' | 'ledger'>,
  password: string,
): Promise<void> {
  const name = readingCopyName(wallet.name);
  const file = await files.open(name, password).catch((error: unknown) => {
    if (isFault(error, 'wallet_not_found')) return undefined;
    throw error;
  });
  if (file) {
    try {
      await merge(wallet, file);
    } finally {
      await file.close();
    }
    await dropCopy(files, name, password);
  }
  await forgetReadingCopy(wallet);
}

/** Stores the password of the copy in the wallet, before the copy is made. Faults: the store's. */
export async function noteReadingCopy(
  { ledger }: Pick<OpenWallet, 'ledger'>,
  password: string,
): Promise<void> {
  await ledger.commit(({ settings }) =>
    change([
      put('settings', '', { ...settings, background: { type: 'custom', password, whileLocked: true } }),
    ]),
  );
}

/** Removes the password of the copy, after the copy. Faults: the store's. */
export async function forgetReadingCopy({ ledger }: Pick<OpenWallet, 'ledger'>): Promise<void> {
  await ledger.commit(({ settings: { background: _ended, ...settings } }) =>
    change([put('settings', '', settings)]),
  );
}

/** Removes the copies of a wallet about to be removed. A failure, as with a damaged wallet, must not keep the wallet. */
export async function dropReadingCopy(files: WalletFiles, name: string, password: string): Promise<void> {
  const copies = [readingCopyName(name), copyName(name)];
  const present = (await files.list()).some((each) => copies.includes(each.name));
  if (!present) return;
  try {
    const file = await files.open(name, password);
    try {
      const { background } = (await openLedger(file)).state.settings;
      if (background?.password !== undefined)
        await takeAndDrop(files, copies[background.whileLocked ? 0 : 1]!, background.password);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!isFault(error)) throw error;
  }
}

/** Another tab, or the reading of closed wallets, may have the copy open: it loses it. */
const takeAndDrop = async (files: WalletFiles, copy: string, password: string): Promise<void> => {
  await (await files.open(copy, password, { takeOver: true })).close();
  await dropCopy(files, copy, password);
};
