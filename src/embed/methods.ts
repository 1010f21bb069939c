/**
 * Names of the methods for sites. The wallet worker decides what is allowed (src/rpc/sites); these lists only choose
 * where a call goes.
 */

/** The frame page answers these: the answer depends on the parameters and the chain, never on a wallet. */
export const PUBLIC_METHODS: readonly string[] = [
  'check_reserve_proof',
  'check_spend_proof',
  'check_tx_key',
  'check_tx_proof',
  'get_languages',
  'get_version',
  'make_uri',
  'parse_uri',
  'split_integrated_address',
  'validate_address',
  'verify',
];
/** The wallet's window answers these without asking the person again, once the person has granted them. */
export const QUIET_METHODS: readonly string[] = [
  'create_address',
  'get_accounts',
  'get_address',
  'get_address_index',
  'get_balance',
  'get_bulk_payments',
  'get_height',
  'get_payments',
  'get_transfer_by_txid',
  'get_transfers',
  'get_tx_proof',
  'incoming_transfers',
  'make_integrated_address',
  'monero_getCapabilities',
  'monero_getPermissions',
  'monero_revokePermissions',
];
/** For these the wallet's window comes to the front, since it may ask the person. */
export const ASKING_METHODS: readonly string[] = [
  'monero_payInvoice',
  'monero_requestPermissions',
  'sign',
  'sweep_all',
  'sweep_single',
  'transfer',
  'transfer_split',
];
