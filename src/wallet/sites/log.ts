/** The log of a site: what it asked for, and with what outcome. */
import { fault } from './faults.ts';
import { change, put, type Ledger, type WalletState } from '../state/state.ts';
import type { SiteLogEntry, SiteOutcome, SiteRecord } from '../state/records/sites.ts';
import type { Change } from '../state/tables.ts';

const MAX_ENTRIES = 200;
/** Seconds in which the same call with the same outcome is noted once. */
const SAME = 60;

/** Adds entries. A full log drops its oldest non-payment first: a site must not push out its payments by calls. */
export function withEntries(
  log: readonly SiteLogEntry[],
  entries: readonly SiteLogEntry[],
): readonly SiteLogEntry[] {
  const all = [...log, ...entries];
  while (all.length > MAX_ENTRIES) {
    const other = all.findIndex((entry) => !isPayment(entry));
    all.splice(Math.max(0, other), 1);
  }
  return all;
}

/** Notes a call of a site that has a record. Repeated calls are noted once a minute. */
export function noteCall(ledger: Ledger, origin: string, entry: SiteLogEntry): Promise<void> {
  return ledger.commit(({ tables }) => {
    const site = tables.sites.get(origin);
    if (!site || isRepeated(site.log, entry)) return undefined;
    return change([
      put('sites', origin, { ...site, lastUsed: entry.at, log: withEntries(site.log, [entry]) }),
    ]);
  });
}

/** Notes a payment of a connected site, before it is sent. Fault unknown_site, also if its request is paid. */
export function notePayment(
  { tables }: WalletState,
  origin: string,
  entries: readonly SiteLogEntry[],
  now: number,
): Change {
  const site = tables.sites.get(origin);
  if (!site?.spend || !site.connected || isPaid(site, entries)) throw fault('unknown_site', { origin });
  return change([put('sites', origin, { ...site, lastUsed: now, log: withEntries(site.log, entries) })]);
}

/** Replaces the outcome of the entries of these transactions. */
export function setOutcome(
  ledger: Ledger,
  origin: string,
  txids: readonly string[],
  outcome: SiteOutcome,
): Promise<void> {
  return ledger.commit(({ tables }) => {
    const site = tables.sites.get(origin);
    if (!site) return undefined;
    const log = site.log.map((entry) =>
      entry.txid !== undefined && txids.includes(entry.txid) ? { ...entry, outcome } : entry,
    );
    return change([put('sites', origin, { ...site, log })]);
  });
}

/** The log has a payment for the request of these entries: several windows may have got it. */
export function isPaid(site: SiteRecord, entries: readonly SiteLogEntry[]): boolean {
  return entries.some(({ request }) => paymentOf(site, request));
}

/** The payment that the site's request led to. */
export function paymentOf({ log }: SiteRecord, request: string | undefined): SiteLogEntry | undefined {
  return request === undefined ? undefined : log.find((entry) => entry.request === request);
}

/** True if the site had this wallet make the transaction. */
export function madeBySite({ log }: SiteRecord, txid: string): boolean {
  return log.some((entry) => entry.txid === txid && entry.outcome === 'done');
}

const isPayment = ({ txid }: SiteLogEntry): boolean => txid !== undefined;

const isRepeated = (log: readonly SiteLogEntry[], { at, method, outcome, amount }: SiteLogEntry): boolean =>
  amount === undefined &&
  log.some(
    (entry) =>
      entry.method === method &&
      entry.outcome === outcome &&
      entry.txid === undefined &&
      Math.abs(at - entry.at) < SAME,
  );
