/**
 * Accounts as a site numbers them: 0 is its own, then those that it may read, ascending. So an index says nothing about
 * the person's other accounts, and one outside the grant is one that does not exist. Fault site_not_permitted.
 */
import type { SiteRecord } from '../../wallet/types.ts';
import { refuse } from './errors.ts';

/** Indices of the wallet, in the order of the site's. */
export function visibleAccounts({ account, read }: SiteRecord): readonly number[] {
  return [account, ...read.filter((each) => each !== account)];
}

/** The site's index of an account. Undefined: it has none. */
export function visibleIndex(site: SiteRecord, account: number): number | undefined {
  const at = visibleAccounts(site).indexOf(account);
  return at < 0 ? undefined : at;
}

export function isReadable({ read }: SiteRecord, account: number): boolean {
  return read.includes(account);
}

/** The wallet's index of an account that the site may read. */
export function readableAccount(site: SiteRecord, given = 0): number {
  const account = visibleAccounts(site)[given];
  if (account === undefined || !isReadable(site, account)) throw refuse('site_not_permitted');
  return account;
}

/** The site's own account: the only one for methods of its identity. */
export function ownAccount({ account }: SiteRecord, given = 0): number {
  if (given !== 0) throw refuse('site_not_permitted');
  return account;
}

/** The account that the person chose to pay from. 0 means this account, too: programs send 0 when the caller has named no account. */
export function payingAccount(site: SiteRecord, given = 0): number {
  const account = site.spend?.account;
  if (account === undefined || (given !== 0 && given !== visibleIndex(site, account)))
    throw refuse('site_not_permitted');
  return account;
}
