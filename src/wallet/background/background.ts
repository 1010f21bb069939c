/**
 * Background sync: scanning while the spend key is locked away. Set-up, start, stop, and the steps when a wallet is
 * opened or saved. The session calls these functions.
 * Upstream: `wallet2::setup_background_sync`, `start_background_sync`, `stop_background_sync`,
 * `process_background_cache_on_open`, `store_background_cache`.
 */
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import type { SecretKey } from '../../base/brands.ts';
import { copyBytes, equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import type { WalletFile, WalletFiles } from '../../ports/wallet-files.ts';
import { fault } from '../faults.ts';
import { writeChange } from '../state/codec.ts';
import { change, put, remove, type WalletState } from '../state/state.ts';
import type { BackgroundSync } from '../state/records/settings.ts';
import type { Put } from '../state/tables.ts';
import type { OpenWallet } from '../wallet.ts';
import { copyName, dropCopy, merge } from './copy-file.ts';
import { copyOf } from './copy.ts';
import { lockedBox, readLockedKeys, type LockedKeys } from './locked-keys.ts';
import { endReadingCopy } from './reading-copy.ts';
import { recovery } from './recovery.ts';

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

/** Fault bad_background: a copy without the spend key could not tell what newer blocks spend of a gap. */
export function refuseWithGap({ tables }: Pick<WalletState, 'tables'>): void {
  if (tables.gaps.size > 0) throw fault('bad_background', { reason: 'gap' });
}

/**
 * Starts background sync in the wallet's own file: removes the spend key from records, copies of the file, memory. Call it again
 * after an error: the key may be away already, and still be in old records.
 */
export async function lockSpendKey(wallet: OpenWallet): Promise<void> {
  const { name, ledger, state, sync } = wallet;
  const { background } = state.settings;
  // Without the encrypted copy of it, the spend key would be lost.
  if (!background || (name !== '' && !background.box)) throw fault('bad_background', { reason: 'off' });
  const { spendSecret: secret, polyseed: words } = state.account;
  await ledger.commit(
    ({ account: { spendSecret: _spendSecret, polyseed: _polyseed, ...account }, settings, tables }) =>
      change(
        [
          put('account', '', account),
          put('settings', '', { ...settings, background: { ...background, away: true } }),
        ],
        [...tables.maybeSpending.keys()].map((key) => remove('maybeSpending', key)),
      ),
  );
  try {
    await ledger.compact({ everywhere: true });
  } finally {
    await sync.tableChanged();
    secret?.fill(0);
    words?.secret.fill(0);
  }
}

/** The spend key and its 16 words, by the password or a given key. Faults wrong_password, wrong_spend_key. */
export async function proveOwner(
  { name, file, state }: OpenWallet,
  password: string,
  given: SecretKey | undefined,
): Promise<LockedKeys> {
  const { account, settings } = state;
  const { away, box } = settings.background ?? {};
  const locked = away && box ? readLockedKeys(await file.decryptSecret(password, box)) : undefined;
  if (!locked) await file.checkPassword(password);
  const known = locked ? locked.spendSecret : account.spendSecret;
  if (given && known && !equalBytes(given, known)) throw fault('wrong_spend_key');
  const secret = given ?? (name === '' ? undefined : known);
  if (!secret || !opens(account, secret)) throw fault('wrong_spend_key');
  return { spendSecret: copyBytes(secret), ...(locked?.polyseed && { polyseed: locked.polyseed }) };
}
export function opens({ spendPublic }: WalletState['account'], secret: SecretKey): boolean {
  return equalBytes(publicKeyOf(secret), spendPublic);
}

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

const makeCopy = (
  files: WalletFiles,
  name: string,
  password: string,
  state: WalletState,
): Promise<WalletFile> => files.create(copyName(name), password, writeChange(copyOf(state)));

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
