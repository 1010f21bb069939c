/**
 * Checks of what a storage of wallets must do, for any test runner: `test(title, run)`. They need no framework, no node
 * and no internet. The README of the package says what each call means.
 */
import { check, hasFunctions } from './arguments.ts';
import { storageChecks } from './storage-contract/file-checks.ts';
import { walletChecks } from './storage-contract/wallet-checks.ts';
import type { StorageCheck, StorageTrial } from './storage-trial.ts';

export type { StorageCheck, StorageTrial } from './storage-trial.ts';

const TRIAL = hasFunctions(['open', 'expire'] satisfies (keyof StorageTrial)[]);

/**
 * The checks for a storage: those of its functions, if it is a WalletStorage, and those of wallets in it. It passes if none of them rejects. Each
 * check uses wallets of its own and removes them.
 *
 * @example
 * const checks = await storageContract({ open: () => folder(path), expire: () => undefined });
 * // checks.map(({ title }) => title).includes('a wallet has one program at a time') === true
 */
export async function storageContract(trial: StorageTrial): Promise<readonly StorageCheck[]> {
  check('trial', trial, TRIAL);
  const ofFunctions = 'kind' in (await trial.open()) ? [] : storageChecks(trial);
  return [...ofFunctions, ...walletChecks(trial)];
}
