/** The budget that a site may spend without asking the user: an amount in each period, until a date. */
import { fault } from './faults.ts';
import { change, put, type WalletState } from '../state/state.ts';
import type { BudgetPeriod, SiteBudget, SiteLogEntry, SiteRecord } from '../state/records/sites.ts';
import type { Change } from '../state/tables.ts';
import { isPaid, withEntries } from './log.ts';

/** The terms that the user sets. The other fields of a budget, `from` and `spent`, record what the site has spent. */
export type BudgetTerms = Pick<SiteBudget, 'amount' | 'period' | 'expires'> & {
  /** Seconds: when the user sets these terms. */
  readonly from: number;
};

const DAY = 86_400;
/** Seconds. */
const LENGTH: Readonly<Record<BudgetPeriod, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY };

/**
 * New terms do not reset what was spent in the present period. If they change the length of the periods, a new period
 * begins with them, and what was spent in the present one counts in it.
 */
export function withTerms(before: SiteBudget | undefined, terms: BudgetTerms): SiteBudget {
  if (!before) return { ...terms, spent: 0n };
  const { from, spent } = atTime(before, terms.from);
  return { ...terms, spent, from: before.period === terms.period ? from : Math.max(from, terms.from) };
}

/** The rest that the site may spend now, 0 when the budget has expired. */
export function leftOf(budget: SiteBudget, now: number): bigint {
  const { amount, spent, expires } = atTime(budget, now);
  return now < expires && spent < amount ? amount - spent : 0n;
}

/** A payment from an account, fee included. */
export interface Reserved {
  readonly account: number;
  readonly total: bigint;
}

/**
 * Reserves an amount and adds `entries` to the log, in one change, before the payment is sent. Fault
 * over_budget: the site is not connected, it has no budget, too little is left, or the person has chosen another account
 * since the payment was prepared. Or the request is paid already.
 */
export function reserve(
  { tables }: WalletState,
  origin: string,
  { account, total }: Reserved,
  entries: readonly SiteLogEntry[],
  now: number,
): Change {
  const site = tables.sites.get(origin);
  const budget = site?.spend?.budget;
  if (!site?.connected || !budget || site.spend.account !== account || total > leftOf(budget, now))
    throw fault('over_budget');
  if (isPaid(site, entries)) throw fault('over_budget');
  const current = atTime(budget, now);
  return change([
    put('sites', origin, {
      ...withBudget(site, { ...current, spent: current.spent + total }),
      lastUsed: now,
      log: withEntries(site.log, entries),
    }),
  ]);
}

/** Gives back a reserved amount. `reservedAt`: seconds. A later period does not count it any more. */
export function releaseReserved(
  { tables }: WalletState,
  origin: string,
  total: bigint,
  reservedAt: number,
): Change | undefined {
  const site = tables.sites.get(origin);
  const budget = site?.spend?.budget;
  if (!site || !budget || budget.from > reservedAt) return undefined;
  const spent = budget.spent > total ? budget.spent - total : 0n;
  return change([put('sites', origin, withBudget(site, { ...budget, spent }))]);
}

/** The budget in the period of `now`. If the device's date was put back, the present period continues. */
export function atTime(budget: SiteBudget, now: number): SiteBudget {
  const length = LENGTH[budget.period];
  const periods = Math.floor((now - budget.from) / length);
  return periods < 1 ? budget : { ...budget, from: budget.from + periods * length, spent: 0n };
}

const withBudget = (site: SiteRecord, budget: SiteBudget): SiteRecord => ({
  ...site,
  ...(site.spend && { spend: { ...site.spend, budget } }),
});
