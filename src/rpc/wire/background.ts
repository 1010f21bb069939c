/**
 * Refuses methods while the spend key is locked away; shared code of the background sync methods.
 * Upstream: `CHECK_IF_BACKGROUND_SYNCING`, `PRE_VALIDATE_BACKGROUND_SYNC` (src/wallet/wallet_rpc_server.cpp).
 */
import type { BadBackground } from '../../wallet/faults.ts';
import type { WalletSession } from '../../wallet/session/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { fault } from '../faults.ts';
import type { Access } from '../facts.ts';

/** Faults background_wallet, background_syncing. */
export function refuseInBackground({ background }: WalletSession): void {
  if (background === 'copy') throw fault('background_wallet');
  if (background === 'syncing') throw fault('background_syncing');
}

/** Faults background_wallet, background_syncing. */
export function checkMethod(
  session: WalletSession,
  { access, inBackground }: { readonly access: Access; readonly inBackground?: boolean },
): void {
  if (!(inBackground ?? (access === 'read' || access === 'app'))) refuseInBackground(session);
}

/** Faults watch_only, bad_background: such wallets have no spend key to lock away. */
export function checkBackground({ state }: Wallet): void {
  const { account, settings } = state;
  if (account.multisig) throw fault('bad_background', { reason: 'multisig' });
  if (!account.spendSecret && !settings.background?.away) throw fault('watch_only');
}

/** The reference's messages. */
export const BAD_BACKGROUND: Readonly<Record<BadBackground, string>> = {
  off: 'must setup background sync first before using background sync',
  set_up_inside: "Can't set background sync type from an existing background cache",
  start_copy: "Can't start background syncing from a background wallet (it is always background syncing)",
  stop_copy: "Can't stop background syncing from a background wallet",
  same_password: 'custom background password must be different than wallet password',
  no_file: "No wallet file known, can't store background keys",
  gap: 'Blocks are missing that are read later; background sync needs all of them',
  multisig: 'Multisig wallet cannot enable background sync',
};

export const backgroundErrors = {
  watch_only: [-29, 'Watch-only wallet cannot enable background sync'],
  wrong_password: [-22, 'Invalid password.'],
} as const;
