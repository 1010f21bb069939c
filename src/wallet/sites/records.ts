/** Permissions of web sites, by origin. Commits run in order, so two tabs cannot make two accounts for one site. */
import { labelsOf, putLabels } from '../account/lookahead.ts';
import { DEFAULT_LOOKAHEAD } from '../account/new-wallet.ts';
import { accountLabels } from '../account/accounts.ts';
import { fault } from './faults.ts';
import { change, put, remove, type Ledger, type WalletState } from '../state/state.ts';
import type { SiteRecord } from '../state/records/sites.ts';
import type { Put } from '../state/tables.ts';
import { withTerms, type BudgetTerms } from './budget.ts';

/** The person's decision about a site. Account indices. */
export interface SiteGrants {
  readonly read: readonly number[];
  /** Absent: the site may not ask for payments. */
  readonly spend?: { readonly account: number; readonly budget?: BudgetTerms };
}
/** Grants before the site's own account may exist: `own` means that account. */
export interface NewGrants {
  readonly read: readonly (number | 'own')[];
  readonly spend?: { readonly account: number | 'own'; readonly budget?: BudgetTerms };
}

/** All sites with a record, the last used one first. */
export function sitesOf({ tables }: WalletState): SiteRecord[] {
  return [...tables.sites.values()].sort((a, b) => b.lastUsed - a.lastUsed);
}

/** Undefined also when the site has given its permissions back. */
export function connectedSite({ tables }: WalletState, origin: string): SiteRecord | undefined {
  const site = tables.sites.get(origin);
  return site?.connected ? site : undefined;
}

/**
 * Connects a site, with a new account if it has none. Grants of an earlier connection remain; `grants` adds to them.
 * `turnedOff`: how often the person has turned the site off.
 * Faults: account_index, too_many_new_accounts.
 */
export function connectSite(
  ledger: Ledger,
  origin: string,
  { read, spend }: NewGrants,
  now: number,
  turnedOff = 0,
): Promise<void> {
  return ledger.commit((state) => {
    const known = state.tables.sites.get(origin);
    const account = known?.account ?? newAccount(state);
    const own = (index: number | 'own'): number => (index === 'own' ? account : index);
    const record: SiteRecord = {
      origin,
      since: now,
      connected: true,
      account,
      log: [],
      ...known,
      ...(known && !known.connected && { connected: true, since: now }),
      ...(turnedOff !== (known?.turnedOff ?? 0) && { turnedOff }),
      lastUsed: now,
      read: [...(known?.read ?? []), ...read.map(own)],
    };
    const granted = withGrants(state, record, account, {
      read: record.read,
      ...(spend ? { spend: { ...spend, account: own(spend.account) } } : spendOf(record)),
    });
    return change([
      ...(known ? [] : [putLabels({ major: account, minor: 0 }, [origin])]),
      put('sites', origin, granted),
    ] satisfies Put[]);
  });
}

/** Replaces a connected site's grants. Faults: unknown_site, account_index. */
export function setGrants(ledger: Ledger, origin: string, grants: SiteGrants): Promise<void> {
  return ledger.commit((state) => {
    const site = state.tables.sites.get(origin);
    if (!site?.connected) throw fault('unknown_site', { origin });
    return change([put('sites', origin, withGrants(state, site, site.account, grants))]);
  });
}

/**
 * Takes all permissions back. The log stays, and so does what was spent of the budget: a site must not get its whole budget
 * again by connecting again. Does nothing for an unknown site.
 */
export function disconnectSite(ledger: Ledger, origin: string): Promise<void> {
  return ledger.commit((state) => {
    const site = state.tables.sites.get(origin);
    if (!site) return undefined;
    return change([
      put('sites', origin, { ...withGrants(state, site, site.account, { read: [] }), connected: false }),
    ]);
  });
}

/** Deletes the record and the log. The site's account stays, as an account of the person's. Fault unknown_site. */
export function forgetSite(ledger: Ledger, origin: string): Promise<void> {
  return ledger.commit(({ tables }) => {
    if (!tables.sites.has(origin)) throw fault('unknown_site', { origin });
    return change([], [remove('sites', origin)]);
  });
}

const spendOf = ({ spend }: SiteRecord): Pick<SiteGrants, 'spend'> => (spend ? { spend } : {});

/** `own`: the site's account, which may be part of the same commit. */
const withGrants = (
  state: WalletState,
  { spend: before, endedBudget, ...site }: SiteRecord,
  own: number,
  { read, spend }: SiteGrants,
): SiteRecord => {
  const granted = [...new Set(read)].sort((a, b) => a - b);
  for (const account of spend ? [...granted, spend.account] : granted)
    if (account !== own) accountLabels(state, account);
  const last = before?.budget ?? endedBudget;
  const budget = spend?.budget && withTerms(last, spend.budget);
  return {
    ...site,
    read: granted,
    ...(spend && { spend: { account: spend.account, ...(budget && { budget }) } }),
    ...(last && !budget && { endedBudget: last }),
  };
};

/** The next account. A restore from words finds money within the look-ahead only. Fault too_many_new_accounts. */
const newAccount = (state: WalletState): number => {
  const next = labelsOf(state).length;
  const used = state.outputs.reduce((last, { subaddress }) => Math.max(last, subaddress.major), 0);
  if (next >= used + DEFAULT_LOOKAHEAD.major) throw fault('too_many_new_accounts');
  return next;
};
