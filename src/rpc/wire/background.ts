/**
 * Refuses methods while the spend key is locked away; shared code of the background sync methods.
 * Upstream: `CHECK_IF_BACKGROUND_SYNCING`, `PRE_VALIDATE_BACKGROUND_SYNC` (src/wallet/wallet_rpc_server.cpp).
 */
import type { BadBackground } from '../../wallet/faults.ts';
import type { Session } from '../../wallet/session/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { fault } from '../faults.ts';

/** Wire names of refused methods. They need the spend key, or change records that the copy does not have. */
const REFUSED: ReadonlySet<string> = new Set([
  'set_subaddress_lookahead',
  'create_address',
  'label_address',
  'create_account',
  'label_account',
  'get_account_tags',
  'tag_accounts',
  'untag_accounts',
  'set_account_tag_description',
  'freeze',
  'thaw',
  'frozen',
  'transfer',
  'transfer_split',
  'sweep_all',
  'sweep_single',
  'sweep_dust',
  'sign_transfer',
  'describe_transfer',
  'rescan_blockchain',
  'sign',
  'set_tx_notes',
  'set_attribute',
  'get_tx_key',
  'get_tx_proof',
  'get_reserve_proof',
  'export_outputs',
  'import_outputs',
  'export_key_images',
  'import_key_images',
  'get_address_book',
  'add_address_book',
  'edit_address_book',
  'delete_address_book',
  'scan_tx',
  'rescan_spent',
  'change_wallet_password',
  'prepare_multisig',
  'make_multisig',
  // Ostro's own methods that send or export keys.
  'x_preview',
  'x_describe_set',
  'x_prepare_transfer',
  'x_prepare_sweep',
  'x_send_prepared',
  'x_export_keys_file',
  'x_export_key_images',
  'x_import_key_images',
  'x_export_companion',
  'x_import_companion',
  // Sites sign, spend and create accounts.
  'x_site_request',
  'x_site_answer',
]);

/** Faults background_wallet, background_syncing. */
export function refuseInBackground({ background }: Session): void {
  if (background === 'copy') throw fault('background_wallet');
  if (background === 'syncing') throw fault('background_syncing');
}

export function checkMethod(session: Session, name: string): void {
  if (REFUSED.has(name)) refuseInBackground(session);
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
  multisig: 'Multisig wallet cannot enable background sync',
};

export const backgroundErrors = {
  watch_only: [-29, 'Watch-only wallet cannot enable background sync'],
  wrong_password: [-22, 'Invalid password.'],
} as const;
