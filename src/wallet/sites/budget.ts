/** What a site may spend unasked: an amount in each period, until a date. */
import { fault } from './faults.ts';
import { change, put, type WalletState } from '../state/state.ts';
import type { BudgetPeriod, Change, SiteBudget, SiteLogEntry, SiteRecord } from '../state/types.ts';
import { withEntries } from './log.ts';

/** What the person decides; the rest of a budget counts. */
export type BudgetTerms = Pick<SiteBudget, 'amount' | 'period' | 'expires'> & {
  /** Seconds: when the first period begins. */
  readonly from: number;
};

const DAY = 86_400;
/** Seconds. */
const LENGTH: Readonly<Record<BudgetPeriod, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY };

/** New terms do not reset what was spent in the present period. */
export function withTerms(before: SiteBudget | undefined, terms: BudgetTerms): SiteBudget {
  const { amount, period, expires } = terms;
  return { amount, period, expires, from: before?.from ?? terms.from, spent: before?.spent ?? 0n };
}

/** What the site may still spend now. 0 when the budget has expired. */
export function leftOf(budget: SiteBudget, now: number): bigint {
  const { amount, spent, expires } = atTime(budget, now);
  return now < expires && spent < amount ? amount - spent : 0n;
}

/**
 * Reserves an amount and adds `entries` to the log, in one change, before the payment is sent. Fault
 * over_budget: the site is not connected, it has no budget, or too little is left.
 */
export function reserve(
  { tables }: WalletState,
  origin: string,
  total: bigint,
  entries: readonly SiteLogEntry[],
  now: number,
): Change {
  const site = tables.sites.get(origin);
  const budget = site?.spend?.budget;
  if (!site?.connected || !budget || total > leftOf(budget, now)) throw fault('over_budget');
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
export function giveBack(
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

/** The budget in the period of `now`. If the device's date was put back, the present period goes on. */
const atTime = (budget: SiteBudget, now: number): SiteBudget => {
  const length = LENGTH[budget.period];
  const periods = Math.floor((now - budget.from) / length);
  return periods < 1 ? budget : { ...budget, from: budget.from + periods * length, spent: 0n };
};

const withBudget = (site: SiteRecord, budget: SiteBudget): SiteRecord => ({
  ...site,
  ...(site.spend && { spend: { ...site.spend, budget } }),
});
