/**
 * Background sync, scanning while the spend key is locked away: the steps when a wallet is opened or saved, which the
 * session calls. set-up.ts sets it up, spend-key.ts locks the key away.
 * Upstream: `wallet2::process_background_cache_on_open`, `store_background_cache`.
 */
import { isFault } from '../../base/fault.ts';
import type { WalletFile, WalletFiles } from '../../ports/wallet-files.ts';
import { writeChange } from '../state/codec.ts';
import type { WalletState } from '../state/state.ts';
import type { OpenWallet } from '../wallet.ts';
import { copyName, merge } from './copy-file.ts';
import { copyOf } from './copy.ts';
import { readLockedKeys, type LockedKeys } from './locked-keys.ts';
import { endReadingCopy } from './reading-copy.ts';
import { recovery } from './recovery.ts';

/** Puts the spend key back into the records of the wallet's own file. Call it while the sync does not run. */
export async function restoreSpendKey({ ledger, sync }: OpenWallet, keys: LockedKeys): Promise<void> {
  const { loadCarrotImages, recover } = await recovery();
  const carrotImageOf = await loadCarrotImages(ledger.state);
  await ledger.commit((state) => {
    const { away: _away, ...background } = state.settings.background!;
    return recover(state, { ...state.account, ...keys }, background, carrotImageOf);
  });
  await sync.tableChanged();
}

/**
 * Call it after a wallet was opened: restores the spend key if it was locked away, or merges what the background copy has
 * scanned. If this fails, the wallet opens nevertheless: the key stays locked away, or the wallet scans by itself. Without
 * the password (a passkey has opened the wallet) the key stays locked away, too.
 */
export async function resume(
  files: WalletFiles,
  wallet: OpenWallet,
  password: string | undefined,
): Promise<void> {
  const { background } = wallet.state.settings;
  if (!background || background.copy) return;
  try {
    if (background.away && background.box) {
      if (password === undefined) return;
      await restoreSpendKey(
        wallet,
        readLockedKeys(await wallet.file.decryptSecret(password, background.box)),
      );
    } else if (background.password !== undefined && background.whileLocked)
      await endReadingCopy(files, wallet, background.password);
    else if (background.password !== undefined) await readCopy(files, wallet, background.password);
  } catch (error) {
    if (!isFault(error)) throw error;
  }
}

const readCopy = async (files: WalletFiles, wallet: OpenWallet, password: string): Promise<void> => {
  const file = await openOrMakeCopy(files, wallet, password);
  try {
    await merge(wallet, file);
    await file.compact(writeChange(copyOf(wallet.ledger.state)));
  } finally {
    await file.close();
  }
};

/** Updates the background copy with the wallet's records. Faults: the store's. */
export async function renewCopy(files: WalletFiles, wallet: OpenWallet): Promise<void> {
  const { background } = wallet.state.settings;
  if (background?.password === undefined || background.whileLocked) return;
  const file = await openOrMakeCopy(files, wallet, background.password);
  try {
    await file.compact(writeChange(copyOf(wallet.state)));
  } finally {
    await file.close();
  }
}

const openOrMakeCopy = async (
  files: WalletFiles,
  { name, state }: OpenWallet,
  password: string,
): Promise<WalletFile> => {
  try {
    return await files.open(copyName(name), password);
  } catch (error) {
    if (!isFault(error, 'wallet_not_found')) throw error;
  }
  return makeCopy(files, name, password, state);
};

export function makeCopy(
  files: WalletFiles,
  name: string,
  password: string,
  state: WalletState,
): Promise<WalletFile> {
  return files.create(copyName(name), password, writeChange(copyOf(state)));
}
