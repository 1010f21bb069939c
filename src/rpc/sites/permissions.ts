/** Connecting a site: monero_requestPermissions and the methods about what a site may do. */
import type { BudgetPeriod, BudgetTerms, NewGrants, SiteBudget, SiteRecord } from '../../wallet/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { U64_MAX } from '../../base/amount.ts';
import { fault } from '../faults.ts';
import type { WireTerms } from '../wire/sites.ts';
import { visibleAccounts, visibleIndex } from './accounts.ts';
import { takeSlot } from './asks.ts';
import { refuse } from './errors.ts';
import type { SiteResult } from './results.ts';
import { enforceSwitch } from './switch.ts';
import { SITE_METHODS, type OpenMethod, type SiteParams } from './methods.ts';
import type { Decision, AnswerOrAsk, PageCall } from './types.ts';

type Wanted = SiteParams<'monero_requestPermissions'>;

/** Asks the person, unless the site has all of it already. Faults site_bad_params, site_too_many. */
const requestPermissions = (call: PageCall, wanted: Wanted): AnswerOrAsk => {
  const { context, origin } = call;
  const { wallet } = context;
  const { network } = wallet.state.account;
  const { read = false, spend = false, budget } = wanted;
  if (budget && (budget.amount === undefined || budget.period === undefined || budget.expires === undefined))
    throw refuse('site_bad_params', { path: 'params.budget' });
  const site = wallet.sites.connected(origin);
  const other = wanted.network !== undefined && wanted.network !== network;
  const paying = spend || budget !== undefined;
  const has = site && (!read || site.read.length > 0) && (!paying || site.spend) && !budget;
  if (has && !other) return { done: { result: permissionsOf(wallet, site) } };
  const slot = takeSlot(call);
  const approve = async (decision: Decision): Promise<SiteResult> => {
    if (other) throw refuse('site_other_network');
    const turnedOff = await enforceSwitch(call);
    await wallet.sites.connect(origin, grantsOf(decision, { read, spend: paying }, wallet.now()), turnedOff);
    return permissionsOf(wallet, wallet.sites.connected(origin)!);
  };
  const ask = slot.ask(
    { approve, drop: () => undefined },
    {
      kind: site && budget && site.spend && !(read && site.read.length === 0) ? 'budget' : 'connect',
      learns: [
        ...(site ? [] : ['address', 'height']),
        ...(read && !site?.read.length ? ['balance', 'history'] : []),
      ],
      connect: {
        first: site === undefined,
        read,
        spend: paying,
        ...(budget && { budget: budget as WireTerms }),
        ...(site && { account: site.account }),
        reads: site?.read ?? [],
        ...(site?.spend && { pays: site.spend.account }),
        network,
        ...(other && { wrong_network: wanted.network }),
      },
    },
  );
  return { ask };
};

const grantsOf = (
  { grants }: Decision,
  wanted: { readonly read: boolean; readonly spend: boolean },
  now: number,
): NewGrants => {
  const { read, accounts, spend, pay_from, budget } = grants ?? { ...wanted, accounts: [] };
  return {
    read: [...(read ? ['own' as const] : []), ...accounts],
    ...(spend && {
      spend: { account: pay_from ?? 'own', ...(budget && { budget: termsOf(budget, now) }) },
    }),
  };
};

/** `now`: seconds. Fault bad_budget. */
export function termsOf({ amount, period, expires }: WireTerms, now: number): BudgetTerms {
  if (!isPeriod(period) || amount === 0n || amount > U64_MAX || expires <= now) throw fault('bad_budget');
  return { amount, period, expires, from: now };
}
const isPeriod = (text: string): text is BudgetPeriod => ['day', 'week', 'month'].includes(text);

/** Methods that need no connection. */
export const OPEN = {
  monero_requestPermissions: requestPermissions,
  /** The permissions of the site, in its own indices. Nothing when it is not connected. */
  monero_getPermissions: ({ context: { wallet }, origin }): AnswerOrAsk => {
    const site = wallet.sites.connected(origin);
    return { done: { result: site ? permissionsOf(wallet, site) : {} } };
  },
  monero_revokePermissions: async ({ context: { wallet }, origin }): Promise<AnswerOrAsk> => {
    await wallet.sites.disconnect(origin);
    return { done: { result: {} } };
  },
  /** Every wallet answers the same capabilities. */
  monero_getCapabilities: (): AnswerOrAsk => ({
    done: {
      result: { wallet: 'ostro', networks: ['mainnet', 'stagenet', 'testnet'], methods: SITE_METHODS },
    },
  }),
} satisfies {
  readonly [M in OpenMethod]: (call: PageCall, params: SiteParams<M>) => AnswerOrAsk | Promise<AnswerOrAsk>;
};

const permissionsOf = (wallet: Wallet, site: SiteRecord): SiteResult => {
  const { spend } = site;
  const paying = spend && visibleIndex(site, spend.account);
  return {
    network: wallet.state.account.network,
    identity: { account_index: 0, address: wallet.addressText({ major: site.account, minor: 0 }) },
    read: visibleAccounts(site).flatMap((account, at) => (site.read.includes(account) ? [at] : [])),
    ...(spend && {
      spend: {
        ...(paying !== undefined && { account_index: paying }),
        ...(spend.budget && { budget: budgetOf(wallet, spend.budget) }),
      },
    }),
  };
};

const budgetOf = ({ sites }: Wallet, budget: SiteBudget): SiteResult => {
  const { amount, period, expires } = budget;
  return { amount, period, expires, left: sites.leftOf(budget) };
};
