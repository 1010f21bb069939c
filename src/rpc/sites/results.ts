/**
 * Answers of the wallet's methods, reduced to what a site may see: only entries of accounts of its grant, with the site's
 * indices, without notes, tags and names that the person gave.
 */
import type { SiteRecord } from '../../wallet/types.ts';
import { isReadable, visibleIndex } from './accounts.ts';

export type SiteResult = Readonly<Record<string, unknown>>;
type Items = readonly SiteResult[];
interface WireIndex {
  readonly major: number;
  readonly minor: number;
}
interface AccountRow extends SiteResult {
  readonly account_index: number;
  readonly balance: bigint;
  readonly unlocked_balance: bigint;
}

const itemsOf = (result: SiteResult, name: string): Items => (result[name] ?? []) as Items;

/** Undefined: the entry belongs to an account that the site may not read. */
const seenIndex = (site: SiteRecord, { major, minor }: WireIndex): WireIndex | undefined => {
  const index = visibleIndex(site, major);
  return index === undefined || !isReadable(site, major) ? undefined : { major: index, minor };
};

/** Entries with `subaddr_index`, of get_payments and the like. */
const seenItems = (site: SiteRecord, items: Items): Items =>
  items.flatMap((item) => {
    const index = seenIndex(site, item.subaddr_index as WireIndex);
    return index ? [{ ...item, subaddr_index: index }] : [];
  });

const seenTransfers = (site: SiteRecord, items: Items): Items =>
  seenItems(site, items).map((item) => ({
    ...item,
    note: '',
    ...(item.subaddr_indices !== undefined && {
      subaddr_indices: itemsOf(item, 'subaddr_indices').flatMap(
        (each) => seenIndex(site, each as unknown as WireIndex) ?? [],
      ),
    }),
  }));

export function seenHistory(site: SiteRecord, result: SiteResult): SiteResult {
  return Object.fromEntries(
    ['in', 'out', 'pending', 'failed', 'pool'].flatMap((name) => {
      const items = seenTransfers(site, itemsOf(result, name));
      return items.length > 0 ? [[name, items]] : [];
    }),
  );
}

export function seenTransfer(site: SiteRecord, result: SiteResult): SiteResult | undefined {
  const transfers = seenTransfers(site, itemsOf(result, 'transfers'));
  const [transfer] = transfers;
  return transfer && { transfer, transfers };
}

export function seenPayments(site: SiteRecord, result: SiteResult): SiteResult {
  return { payments: seenItems(site, itemsOf(result, 'payments')) };
}

/**
 * Outputs. Key images only of the account that the site may pay from, for sweep_single: with a key image a site sees on the chain
 * when the output is spent, even after the person has taken its permission back.
 */
export function seenOutputs(site: SiteRecord, result: SiteResult): SiteResult {
  return {
    transfers: itemsOf(result, 'transfers').flatMap((item) => {
      const given = item.subaddr_index as WireIndex;
      const index = seenIndex(site, given);
      if (!index) return [];
      const pays = site.spend?.account === given.major;
      return [{ ...item, subaddr_index: index, key_image: pays ? item.key_image : '' }];
    }),
  };
}

export function seenAccounts(site: SiteRecord, result: SiteResult): SiteResult {
  const rows = (itemsOf(result, 'subaddress_accounts') as readonly AccountRow[]).flatMap((row) => {
    const index = visibleIndex(site, row.account_index);
    if (index === undefined || !isReadable(site, row.account_index)) return [];
    return [{ ...row, account_index: index, label: index === 0 ? row.label : '', tag: '' }];
  });
  return {
    total_balance: rows.reduce((sum, { balance }) => sum + balance, 0n),
    total_unlocked_balance: rows.reduce((sum, { unlocked_balance }) => sum + unlocked_balance, 0n),
    subaddress_accounts: rows.toSorted((a, b) => a.account_index - b.account_index),
  };
}

/** The balance of one account; `given`: the site's index of it. */
export function seenBalance(given: number, result: SiteResult): SiteResult {
  return {
    ...result,
    per_subaddress: itemsOf(result, 'per_subaddress').map((row) => ({
      ...row,
      account_index: given,
      label: given === 0 ? row.label : '',
    })),
  };
}
