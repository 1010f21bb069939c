/**
 * The parameters that a site may set, for each method. Everything else is refused: options that make a transaction
 * without sending it or return its secrets, other accounts' lists, notes, names to look up.
 */
import {
  closed,
  flag,
  index,
  list,
  only,
  piconero,
  plain,
  text,
  whole,
  type Fields,
  type Read,
} from './fields.ts';
import type { SiteMethod } from './tiers.ts';

const address = text(128);
const txid = text(64);
const message = text(4096);
const proof = text(60_000);
const indices = list(index, 100);
const destinations = list(closed({ amount: piconero, address }), 15);
/** Programs send an unlock time of 0. */
const usual = { priority: only(0, 1, 2, 3, 4), unlock_time: only<number | bigint>(0, 0n) } satisfies Fields;

const PARAMETERS = {
  monero_requestPermissions: {
    identity: flag,
    read: flag,
    spend: flag,
    budget: closed({ amount: piconero, period: only('day', 'week', 'month'), expires: whole }),
    network: only('mainnet', 'stagenet', 'testnet'),
  },
  monero_getPermissions: {},
  monero_revokePermissions: {},
  monero_getCapabilities: {},

  check_reserve_proof: { address, message, signature: proof },
  check_spend_proof: { txid, message, signature: proof },
  check_tx_key: { txid, tx_key: text(2048), address },
  check_tx_proof: { txid, address, message, signature: proof },
  get_languages: {},
  get_version: {},
  make_integrated_address: { standard_address: address, payment_id: text(16) },
  make_uri: { address, amount: piconero, tx_description: text(1024), recipient_name: text(1024) },
  parse_uri: { uri: text(4096) },
  split_integrated_address: { integrated_address: address },
  validate_address: { address, any_net_type: flag },
  verify: { data: text(8192), address, signature: text(256) },

  create_address: { account_index: index, count: index },
  get_address: { account_index: index, address_index: indices },
  get_address_index: { address },
  get_height: {},
  sign: {
    data: text(4096),
    account_index: index,
    address_index: index,
    signature_type: only('', 'spend', 'view'),
  },

  get_accounts: { strict_balances: flag },
  get_balance: { account_index: index, address_indices: indices, strict: flag },
  get_bulk_payments: { payment_ids: list(text(64), 100), min_block_height: whole },
  get_payments: { payment_id: text(64) },
  get_transfer_by_txid: { txid, account_index: index },
  get_transfers: {
    in: flag,
    out: flag,
    pending: flag,
    failed: flag,
    pool: flag,
    filter_by_height: flag,
    min_height: whole,
    max_height: whole,
    account_index: index,
    subaddr_indices: indices,
    all_accounts: flag,
  },
  incoming_transfers: {
    transfer_type: text(16),
    account_index: index,
    subaddr_indices: indices,
  },

  get_tx_proof: { txid, address, message: text(1024) },
  // Read by the module of invoices.
  monero_payInvoice: { invoice: plain },
  sweep_all: { address, account_index: index, ...usual },
  sweep_single: { address, key_image: text(64), ...usual },
  transfer: { destinations, account_index: index, ...usual },
  transfer_split: { destinations, account_index: index, ...usual },
} as const satisfies Readonly<Record<SiteMethod, Fields>>;

export type SiteParams<M extends SiteMethod> = {
  readonly [K in keyof (typeof PARAMETERS)[M]]?: (typeof PARAMETERS)[M][K] extends Read<infer T> ? T : never;
};

/** Fault site_bad_params. */
export function readParams<M extends SiteMethod>(method: M, params: unknown): SiteParams<M> {
  return closed(PARAMETERS[method])(params ?? {}, 'params') as SiteParams<M>;
}
