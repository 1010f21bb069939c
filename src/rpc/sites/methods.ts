/**
 * The methods that a web site may call, and how it may call each: those of the wallet whose files state `site`, and those that
 * exist for sites alone.
 */
import type { DeepPartial, Infer } from '../../base/shape.ts';
import type { SiteFacts, SiteTier } from '../facts.ts';
import type { Shape } from '../schema.ts';
import type { RulesByName } from '../site-rules.ts';
import { siteMethods } from '../site-methods.gen.ts';
import { closed, flag, only, piconero, plain, whole, type Fields, type Read } from './fields.ts';
import { readerFor } from './rules.ts';

/** `open`: no connection is needed. `never`: no site may call it. */
export type Tier = SiteTier | 'open' | 'never';

const OWN = {
  monero_requestPermissions: {
    tier: 'open',
    asks: true,
    params: {
      identity: flag,
      read: flag,
      spend: flag,
      budget: closed({ amount: piconero, period: only('day', 'week', 'month'), expires: whole }),
      network: only('mainnet', 'stagenet', 'testnet'),
    },
  },
  monero_getPermissions: { tier: 'open', params: {} },
  monero_revokePermissions: { tier: 'open', params: {} },
  monero_getCapabilities: { tier: 'open', params: {} },
  // Read by the module of invoices.
  monero_payInvoice: { tier: 'spend', asks: true, params: { invoice: plain } },
} as const satisfies Readonly<Record<string, { tier: Tier; asks?: true; params: Fields }>>;

type Own = typeof OWN;
type Wallets = typeof siteMethods;
/** A method that some site may call. */
export type SiteMethod = keyof Own | keyof Wallets;
type Having<Table, Facts> = { [M in keyof Table]: Table[M] extends Facts ? M : never }[keyof Table];

export type OpenMethod = Having<Own, { readonly tier: 'open' }>;
/** Methods that the person confirms, or a budget covers. */
export type AskingMethod =
  | Exclude<Having<Own, { readonly asks: true }>, OpenMethod>
  | Having<Wallets, { readonly site?: { readonly asks: true } }>;
/** Methods whose answer a site gets as it is. */
export type WholeMethod = Having<
  Wallets,
  { readonly site?: { readonly whole: true } } | { readonly site?: { readonly frame: true } }
>;

type OwnParams = {
  [M in keyof Own]: {
    readonly [K in keyof Own[M]['params']]?: Own[M]['params'][K] extends Read<infer T> ? T : never;
  };
};
type WalletParams = {
  [M in keyof Wallets]: DeepPartial<Pick<Infer<Wallets[M]['params']>, NamesOf<Wallets[M]>>>;
};
/** The parameters as a site sends them: each may be missing. */
export type SiteParams<M extends SiteMethod> = (OwnParams & WalletParams)[M];
type NamesOf<Method> = Method extends { readonly params: infer P; readonly site?: infer S }
  ? Extract<keyof P & keyof NonNullable<S>['params' & keyof NonNullable<S>], keyof Infer<P>>
  : never;

interface Entry {
  readonly tier: Tier;
  readonly asks: boolean;
  readonly whole: boolean;
  readonly read: Read;
}
const METHODS: ReadonlyMap<string, Entry> = new Map([
  ...Object.entries(OWN).map(([name, facts]): [string, Entry] => [
    name,
    { tier: facts.tier, asks: 'asks' in facts, whole: false, read: closed(facts.params) },
  ]),
  ...Object.values(siteMethods as Readonly<Record<string, WalletMethod>>).map(
    ({ name, params, site }): [string, Entry] => [
      name,
      {
        tier: site.tier,
        asks: site.asks ?? false,
        whole: (site.whole ?? false) || 'frame' in site,
        read: readerFor(params, site.params),
      },
    ],
  ),
]);
interface WalletMethod {
  readonly name: string;
  readonly params: Shape;
  readonly site: Omit<SiteFacts<Shape>, 'params'> & { readonly params: RulesByName };
}

/** `never` for every name that is not in the table, other names of a method included. */
export function tierOf(method: string): Tier {
  return METHODS.get(method)?.tier ?? 'never';
}
export function isSiteMethod(method: string): method is SiteMethod {
  return METHODS.has(method);
}
export function isWhole(method: SiteMethod): method is WholeMethod {
  return METHODS.get(method)?.whole === true;
}
/** The person is asked before the method does its work, or a budget covers it. */
export function asks(method: string): boolean {
  return METHODS.get(method)?.asks === true;
}
/** Payments are in the log before they are sent. */
export function isPaying(method: SiteMethod): boolean {
  return tierOf(method) === 'spend' && asks(method);
}
/** All methods that a site may call, for monero_getCapabilities. */
export const SITE_METHODS: readonly string[] = [...METHODS.keys()].sort();

/** Reads the parameters that a site gives for `method`. Fault site_bad_params. */
export function readFields(method: SiteMethod, params: unknown): Readonly<Record<string, unknown>> {
  return METHODS.get(method)!.read(params ?? {}, 'params') as Readonly<Record<string, unknown>>;
}
