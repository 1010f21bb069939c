/**
 * Locks the spend key away for background sync, and proves by a password that it may come back.
 * Upstream: `wallet2::start_background_sync`, `stop_background_sync`.
 */
import type { SecretKey } from '../../base/brands.ts';
import { copyBytes, equalBytes } from '../../base/bytes.ts';
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import { fault } from '../faults.ts';
import { change, put, remove, type WalletState } from '../state/state.ts';
import type { OpenWallet } from '../wallet.ts';
import { readLockedKeys, type LockedKeys } from './locked-keys.ts';

/** Fault bad_background: a copy without the spend key could not tell what newer blocks spend of a gap. */
export function refuseWithGap({ tables }: Pick<WalletState, 'tables'>): void {
  if (tables.gaps.size > 0) throw fault('bad_background', { reason: 'gap' });
}

/**
 * Starts background sync in the wallet's own file: removes the spend key from records, copies of the file, memory. Call it again
 * after an error: the key may be away already, and still be in old records. Call it while the sync does not run.
 */
export async function lockSpendKey(wallet: OpenWallet): Promise<void> {
  const { name, ledger, state, sync } = wallet;
  const { background } = state.settings;
  // Without the encrypted copy of it, the spend key would be lost.
  if (!background || (name !== '' && !background.box)) throw fault('bad_background', { reason: 'off' });
  const { spendSecret: secret, polyseed: words } = state.account;
  await ledger.commit(({ account: { spendSecret, polyseed: _polyseed, ...account }, settings, tables }) =>
    change(
      [
        put('account', '', account),
        put('settings', '', { ...settings, background: { ...background, away: true } }),
      ],
      // Spends that were found while the key is away wait for its return.
      spendSecret ? [...tables.maybeSpending.keys()].map((key) => remove('maybeSpending', key)) : [],
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
