/** Files of copies without the spend key: merging one into its wallet, and removing one. */
import { isFault } from '../../base/fault.ts';
import { onDemand } from '../../base/on-demand.ts';
import type { WalletFile, WalletFiles } from '../../ports/wallet-files.ts';
import { openLedger } from '../state/state.ts';
import type { OpenWallet } from '../wallet.ts';
import { recovery, wantsKey } from './recovery.ts';

const merging = onDemand(() => import('./merge-copy.ts'));

export function copyName(name: string): string {
  return `${name}.background`;
}

/** Merges what the copy has scanned into the wallet. Faults: the store's, part_not_loaded. */
export async function merge({ ledger }: Pick<OpenWallet, 'ledger'>, file: WalletFile): Promise<void> {
  const { mergeCopy } = await merging();
  const { state: copy } = await openLedger(file);
  await ledger.commit((state) => mergeCopy(state, copy));
  const { account } = ledger.state;
  if (!account.spendSecret || !wantsKey(ledger.state)) return;
  const { loadCarrotImages, recover } = await recovery();
  const carrotImageOf = await loadCarrotImages(ledger.state);
  await ledger.commit((state) => recover(state, account, state.settings.background, carrotImageOf));
}

/** Removes the copy with this name; does nothing if there is none. Faults: the store's. */
export async function dropCopy(files: WalletFiles, name: string, password: string): Promise<void> {
  try {
    await files.remove(name, password);
  } catch (error) {
    if (!isFault(error, 'wallet_not_found')) throw error;
  }
}
