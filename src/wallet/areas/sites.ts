/** The rights of web sites in the wallet: permissions, budgets, and the log of their calls. */
import { atTime, leftOf, releaseReserved, reserve, type Reserved } from '../sites/budget.ts';
import { noteCall, notePayment, setOutcome } from '../sites/log.ts';
import {
  connectedSite,
  connectSite,
  disconnectSite,
  forgetSite,
  setGrants,
  sitesOf,
  type NewGrants,
  type SiteGrants,
} from '../sites/records.ts';
import type { SiteBudget, SiteLogEntry, SiteOutcome } from '../state/records/sites.ts';
import type { Core } from './core.ts';

export function createSites({ ledger, state, now }: Pick<Core, 'ledger' | 'state' | 'now'>) {
  return {
    all: () => sitesOf(state),
    /** Undefined: not connected. */
    connected: (origin: string) => connectedSite(state, origin),
    connect: (origin: string, grants: NewGrants, turnedOff?: number) =>
      connectSite(ledger, origin, grants, now(), turnedOff),
    disconnect: (origin: string) => disconnectSite(ledger, origin),
    /** Removes its record, too. */
    forget: (origin: string) => forgetSite(ledger, origin),
    setGrants: (origin: string, grants: SiteGrants) => setGrants(ledger, origin, grants),
    /** The amount that is left in the present period, in piconero. */
    leftOf: (budget: SiteBudget) => leftOf(budget, now()),
    /** The budget in the present period, with the amount that is left, in piconero. */
    present: (budget: SiteBudget) => ({ ...atTime(budget, now()), left: leftOf(budget, now()) }),

    /** Writes a call and its outcome into the log of the site. */
    noteCall: (origin: string, entry: Omit<SiteLogEntry, 'at'>) =>
      noteCall(ledger, origin, { at: now(), ...entry }),
    /** Writes a payment that the person confirmed into the log, before it is sent. */
    notePayment: (origin: string, entries: readonly SiteLogEntry[], at: number) =>
      ledger.commit((current) => notePayment(current, origin, entries, at)),
    /** Notes a payment from the budget, and takes its amount off it. Fault over_budget. */
    reserve: (origin: string, payment: Reserved, entries: readonly SiteLogEntry[], at: number) =>
      ledger.commit((current) => reserve(current, origin, payment, entries, at)),
    /** Puts the amount back that `reserve` took at this time. */
    releaseReserved: (origin: string, total: bigint, reservedAt: number) =>
      ledger.commit((current) => releaseReserved(current, origin, total, reservedAt)),
    /** Corrects the outcome of payments in the log. `txids` in hex. */
    setOutcome: (origin: string, txids: readonly string[], outcome: SiteOutcome) =>
      setOutcome(ledger, origin, txids, outcome),
  };
}
