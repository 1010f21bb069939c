/**
 * Sets background sync up, and changes the password of a wallet, which its settings for background sync depend on.
 * Upstream: `wallet2::setup_background_sync`.
 */
import { isFault } from '../../base/fault.ts';
import type { WalletFiles } from '../../ports/wallet-files.ts';
import { fault } from '../faults.ts';
import type { BackgroundSync } from '../state/records/settings.ts';
import { change, put, type WalletState } from '../state/state.ts';
import type { Put } from '../state/tables.ts';
import type { OpenWallet } from '../wallet.ts';
import { makeCopy } from './background.ts';
import { copyName, dropCopy } from './copy-file.ts';
import { lockedBox } from './locked-keys.ts';
import { refuseWithGap } from './spend-key.ts';

export interface SetUp {
  readonly type: BackgroundSync['type'] | 'off';
  readonly password: string;
  /** custom: the password of the copy. */
  readonly copyPassword: string;
}

/** Faults: background_wallet, background_syncing, watch_only, wrong_password, wallet_exists, the store's. */
export async function setUpBackground(
  files: WalletFiles,
  { name, file, ledger, state }: OpenWallet,
  { type, password, copyPassword }: SetUp,
): Promise<void> {
  const { background: before } = state.settings;
  if (before?.away) throw fault('bad_background', { reason: 'set_up_inside' });
  refuseWithGap(state);
  const { spendSecret } = state.account;
  if (!spendSecret) throw fault('watch_only');
  if (type === 'custom' && password === copyPassword)
    throw fault('bad_background', { reason: 'same_password' });
  if (type !== 'custom' && type === (before?.type ?? 'off')) return;
  if (type === 'custom' && name === '') throw fault('bad_background', { reason: 'no_file' });
  const set = (background: BackgroundSync | undefined): Promise<void> =>
    ledger.commit((now) => change([withBackground(now, background)]));
  let background: BackgroundSync | undefined;
  // `encryptSecret` also checks the password.
  if (type === 'reuse')
    background = { type, ...(name !== '' && { box: await lockedBox(file, password, state.account) }) };
  else if (name !== '') await file.checkPassword(password);
  if (before?.password !== undefined) await dropCopy(files, copyName(name), before.password);
  if (type !== 'custom') return set(background);
  if ((await files.list()).some((each) => each.name === copyName(name)))
    throw fault('wallet_exists', { name: copyName(name) });
  // The setting first: if the program is killed before the copy exists, `openOrMakeCopy` makes it.
  await set({ type, password: copyPassword });
  try {
    await (await makeCopy(files, name, copyPassword, state)).close();
  } catch (error) {
    await set(before);
    throw error;
  }
}

/** The settings as they are when the change is made: others may have changed while a password was checked. */
const withBackground = (
  { settings: { background: _, ...settings } }: Pick<WalletState, 'settings'>,
  background: BackgroundSync | undefined,
): Put => put('settings', '', { ...settings, ...(background && { background }) });

/**
 * Changes the wallet's password. The locked-in spend key is first removed, and encrypted again at the end, because
 * it could not be opened with an outdated password.
 */
export async function changePassword(
  { file, ledger }: OpenWallet,
  oldPassword: string,
  newPassword: string,
): Promise<void> {
  const { background } = ledger.state.settings;
  const boxed = background?.box !== undefined;
  if (background?.away) throw fault('background_syncing');
  if (boxed) {
    await file.checkPassword(oldPassword);
    await ledger.commit((state) => {
      // The box is the only copy of a key that is locked away.
      if (state.settings.background?.away) throw fault('background_syncing');
      return change([withBackground(state, undefined)]);
    });
  }
  await file.changePassword(oldPassword, newPassword);
  const { account } = ledger.state;
  if (!boxed || !account.spendSecret) return;
  // The new password counts already. Without the box, background reading is off until it is set up again.
  try {
    const box = await lockedBox(file, newPassword, account);
    await ledger.commit((state) => change([withBackground(state, { ...background, box })]));
  } catch (error) {
    if (!isFault(error)) throw error;
  }
}
