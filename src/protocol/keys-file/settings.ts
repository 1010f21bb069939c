/**
 * The settings that the reference writes after the keys, in its order. Those of `KeysFile` are used; the others get
 * the values of a new wallet of the reference. Upstream: `wallet2::get_keys_file_data`, the constructor of `wallet2`.
 */
import { utf8 } from '../../base/bytes.ts';
import type { Latin1Value } from './latin1-json.ts';

type Field = readonly [string, Latin1Value | '0.0'];

/** No upper limit on the amount. */
const NO_LIMIT = 0xffff_ffff_ffff_ffffn;

export interface Written {
  readonly keyData: Uint8Array;
  readonly seedLanguage: string;
  readonly watchOnly: boolean;
  readonly refreshHeight: number;
  readonly network: number;
  readonly lookahead: { readonly major: number; readonly minor: number };
  readonly multisig?: {
    readonly threshold: number;
    readonly signers: Uint8Array;
    readonly derivations: Uint8Array;
    readonly rounds: number;
  };
  readonly multisigEnabled: boolean;
  /** The keys contain a Polyseed. */
  readonly polyseed: boolean;
}

export function settingsFields(file: Written): Field[] {
  return [
    ['key_data', file.keyData],
    ...(file.seedLanguage === '' ? [] : [['seed_language', utf8(file.seedLanguage)] as Field]),
    ['key_on_device', 0],
    ['watch_only', file.watchOnly ? 1 : 0],
    ['multisig', file.multisig ? 1 : 0],
    ['multisig_threshold', file.multisig?.threshold ?? 0],
    ...(file.multisig
      ? ([
          ['multisig_signers', file.multisig.signers],
          ['multisig_derivations', file.multisig.derivations],
          ['multisig_rounds_passed', file.multisig.rounds],
        ] as Field[])
      : []),
    ['always_confirm_transfers', 1],
    ['print_ring_members', 0],
    ['store_tx_info', 1],
    ['default_mixin', 0],
    ['default_priority', 0],
    ['auto_refresh', 1],
    ['refresh_type', 1],
    ['refresh_height', file.refreshHeight],
    ['skip_to_height', 0],
    ['confirm_non_default_ring_size', 1],
    // Secrets stay encrypted in memory until they are needed.
    ['ask_password', 2],
    ['max_reorg_depth', 100],
    ['min_output_count', 0],
    ['min_output_value', 0],
    ['default_decimal_point', 12],
    ['merge_destinations', 0],
    ['confirm_backlog', 1],
    ['confirm_backlog_threshold', 0],
    ['confirm_export_overwrite', 1],
    ['auto_low_priority', 1],
    ['nettype', file.network],
    ['segregate_pre_fork_outputs', 1],
    ['key_reuse_mitigation2', 1],
    ['segregation_height', 0],
    ['ignore_fractional_outputs', 1],
    ['ignore_outputs_above', NO_LIMIT],
    ['ignore_outputs_below', 0],
    ['track_uses', 0],
    ['background_sync_type', 0],
    ['show_wallet_name_when_locked', 0],
    ['inactivity_lock_timeout', 90],
    ['setup_background_mining', 0],
    ['subaddress_lookahead_major', file.lookahead.major],
    ['subaddress_lookahead_minor', file.lookahead.minor],
    ['original_keys_available', 0],
    ['export_format', 0],
    ['load_deprecated_formats', 0],
    ['encrypted_secret_keys', 1],
    ['device_name', utf8('default')],
    ['device_derivation_path', new Uint8Array(0)],
    ['persistent_rpc_client_id', 0],
    ['auto_mine_for_rpc_payment', '0.0'],
    ['credits_target', 0],
    ['enable_multisig', file.multisigEnabled ? 1 : 0],
    // Releases without Polyseed do not know this field and ignore it.
    ...(file.polyseed ? [['polyseed', 1] as Field] : []),
  ];
}
