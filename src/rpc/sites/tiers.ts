/**
 * What a web site may call, and which permission it needs. `open`: nothing. `public`: a connection; the answer does
 * not depend on the wallet's records. `identity`, `read`, `spend`: the permission of that name. `never`: no site may call it.
 */
export type Tier = 'open' | 'public' | 'identity' | 'read' | 'spend' | 'never';

const BY_TIER = {
  open: [
    'monero_requestPermissions',
    'monero_getPermissions',
    'monero_revokePermissions',
    'monero_getCapabilities',
  ],
  public: [
    'check_reserve_proof',
    'check_spend_proof',
    'check_tx_key',
    'check_tx_proof',
    'get_languages',
    'get_version',
    'make_integrated_address',
    'make_uri',
    'parse_uri',
    'split_integrated_address',
    'validate_address',
    'verify',
  ],
  identity: ['create_address', 'get_address', 'get_address_index', 'get_height', 'sign'],
  read: [
    'get_accounts',
    'get_balance',
    'get_bulk_payments',
    'get_payments',
    'get_transfer_by_txid',
    'get_transfers',
    'incoming_transfers',
  ],
  spend: ['get_tx_proof', 'monero_payInvoice', 'sweep_all', 'sweep_single', 'transfer', 'transfer_split'],
} as const satisfies Readonly<Partial<Record<Tier, readonly string[]>>>;

/** A method that some site may call. */
export type SiteMethod = (typeof BY_TIER)[keyof typeof BY_TIER][number];

export type OpenMethod = (typeof BY_TIER)['open'][number];
/** Methods that the person confirms, or a budget covers. */
export type PayingMethod = Exclude<(typeof BY_TIER)['spend'][number], 'get_tx_proof'>;

const TIERS: ReadonlyMap<string, Tier> = new Map(
  Object.entries(BY_TIER).flatMap(([tier, names]) =>
    names.map((name): [string, Tier] => [name, tier as Tier]),
  ),
);

/** `never` for every name that is not in the lists above, other names of a method included. */
export function tierOf(method: string): Tier {
  return TIERS.get(method) ?? 'never';
}

export function isSiteMethod(method: string): method is SiteMethod {
  return TIERS.has(method);
}

/** Payments are in the log before they are sent. */
export function isPaying(method: SiteMethod): method is PayingMethod {
  return TIERS.get(method) === 'spend' && method !== 'get_tx_proof';
}

/** All methods that a site may call, for monero_getCapabilities. */
export const SITE_METHODS: readonly string[] = [...TIERS.keys()].sort();
