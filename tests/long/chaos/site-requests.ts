/** Random requests of a hostile site: well-formed ones of all methods, and ones that try to get more than was granted. */
import { registry } from '../../../src/rpc/registry.gen.ts';
import { SITE_METHODS } from '../../../src/rpc/sites/methods.ts';
import { pick } from '../../chaos/sizes.ts';

const XMR = 1_000_000_000_000n;

export interface Facts {
  readonly random: () => number;
  /** An address of the payee's wallet: most times one that no request has named yet. */
  readonly payee: () => string;
  /** Key images of the wallet that the site has read. */
  readonly keyImages: readonly string[];
  /** Ids of transactions that the site got. */
  readonly txids: readonly string[];
  /** Seconds. */
  readonly now: () => number;
}
export type SiteRequest = readonly [method: string, params: Readonly<Record<string, unknown>>];

/** The wallet's methods that no site may call. */
const FORBIDDEN = Object.keys(registry).filter((name) => !SITE_METHODS.includes(name));

export function randomRequest(facts: Facts): SiteRequest {
  const { random } = facts;
  if (random() < 0.05) return [pick(random, FORBIDDEN), forbiddenParams(facts)];
  const [method, params] = wellFormed(facts);
  return random() < 0.25 ? [method, smuggled(facts, params)] : [method, params];
}

/** A request for permissions, with a budget at random. */
export function permissionsWanted({ random, now }: Facts): SiteRequest {
  const budget = {
    amount: XMR / 100n + BigInt(Math.floor(random() * 1e11)),
    period: pick(random, ['day', 'week', 'month']),
    expires: now() + pick(random, [60, 7200, 30 * 86_400]),
  };
  return [
    'monero_requestPermissions',
    { identity: true, read: true, spend: true, ...(random() < 0.6 && { budget }) },
  ];
}

/** A payment to one to three payees. */
export function paymentTo({ random, payee }: Facts, payees = 1 + Math.floor(random() * 3)): SiteRequest {
  const destinations = Array.from({ length: payees }, () => ({
    address: payee(),
    amount: smallAmount(random),
  }));
  return ['transfer', { destinations, priority: pick(random, [0, 0, 0, 1, 2, 3]) }];
}

const smallAmount = (random: () => number): bigint =>
  // Sometimes far more than the wallet has.
  random() < 0.04 ? 100_000n * XMR : XMR / 1000n + BigInt(Math.floor(random() * 2e10));

const wellFormed = (facts: Facts): SiteRequest => {
  const { random, payee, keyImages, txids, now } = facts;
  const kinds: readonly (() => SiteRequest)[] = [
    ...Array.from({ length: 6 }, () => () => paymentTo(facts)),
    () => ['transfer_split', paymentTo(facts)[1]],
    () => ['monero_payInvoice', { invoice: invoiceOf(facts) }],
    () => ['monero_payInvoice', { invoice: invoiceOf(facts) }],
    () => ['sweep_all', { address: payee() }],
    () => ['sweep_single', { address: payee(), key_image: pick(random, [...keyImages, 'ab'.repeat(32)]) }],
    () => permissionsWanted(facts),
    () => ['monero_getPermissions', {}],
    () => (random() < 0.1 ? ['monero_revokePermissions', {}] : ['monero_getCapabilities', {}]),
    () => ['sign', { data: `${random()}` }],
    () => [
      'get_tx_proof',
      { txid: pick(random, [...txids, 'cd'.repeat(32)]), address: payee(), message: 'x' },
    ],
    () => ['get_balance', { account_index: Math.floor(random() * 3) }],
    () => [
      'get_transfers',
      { in: true, out: true, pending: true, pool: true, account_index: Math.floor(random() * 3) },
    ],
    () => ['incoming_transfers', { transfer_type: 'available', account_index: Math.floor(random() * 3) }],
    () => ['get_accounts', {}],
    () => ['create_address', { count: 1 + Math.floor(random() * 12) }],
    () => ['get_address', { address_index: [0, Math.floor(random() * 300)] }],
    () => ['get_address_index', { address: payee() }],
    () => ['get_height', {}],
    () => ['make_uri', { address: payee(), amount: BigInt(now()) }],
    () => ['validate_address', { address: payee() }],
    () => ['get_transfer_by_txid', { txid: pick(random, [...txids, 'cd'.repeat(32)]) }],
  ];
  return pick(random, kinds)();
};

const invoiceOf = ({ random, payee, now }: Facts): object => ({
  id: Array.from({ length: 16 }, () => Math.floor(random() * 16).toString(16)).join(''),
  address: payee(),
  amount: smallAmount(random),
  note: 'two books \u202e evil \u0000',
  created: now() - 10,
  expires: now() + pick(random, [-5, 600, 600]),
  confirmations: 10,
});

/** Parameters that would change what is paid, by whom, or whether the person sees it, if the wallet took them. */
const smuggled = (
  { random, payee }: Facts,
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  ...params,
  ...pick<Readonly<Record<string, unknown>>>(random, [
    { do_not_relay: true },
    { get_tx_hex: true, get_tx_metadata: true },
    { get_tx_key: true },
    { account_index: 0 },
    { account_index: 1 + Math.floor(random() * 4) },
    { account_index: -1 },
    { subaddr_indices: [0, 1, 2] },
    { subaddr_indices_all: true },
    { unlock_time: 1_000_000 },
    { payment_id: '0123456789abcdef' },
    { origin: 'https://bank.example' },
    { approve: true, grants: { read: true, accounts: [0], spend: true } },
    { destinations: [{ address: payee(), amount: -1n }] },
    { destinations: [{ address: payee(), amount: 1.5 }] },
    { destinations: [{ address: payee(), amount: 1_000_000_000n, approve: true }] },
    { destinations: Array.from({ length: 16 }, () => ({ address: payee(), amount: 1_000_000_000n })) },
    { address: `${payee()}\u200b` },
    { budget: { amount: 2n ** 64n, period: 'day', expires: 1e12 } },
    { data: 'x'.repeat(70_000) },
  ]),
});

const forbiddenParams = ({ random, payee }: Facts): Readonly<Record<string, unknown>> =>
  pick(random, [
    {},
    { key_type: 'mnemonic' },
    { id: 'ab'.repeat(16), approve: true },
    { origin: 'https://bank.example', method: 'transfer', params: {} },
    { origin: 'https://bank.example', read: [0], spend: { account: 0, budget: { amount: XMR } } },
    { address: payee(), account_index: 0, destinations: [{ address: payee(), amount: XMR }] },
  ]);
