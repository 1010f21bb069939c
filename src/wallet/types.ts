/** Types of the wallet's records and answers, for modules outside of src/wallet. */
export type { GivenKeys } from './account/given-keys.ts';
export type { SendAs } from './areas/payments.ts';
export type { Described } from './cold/describe.ts';
export type { Recipient } from './cold/payees.ts';
export type { CompanionCounts } from './companion/content.ts';
export type { HistoryEntry, HistoryFilter } from './ledger/history.ts';
export type { Nodes } from './nodes/nodes.ts';
export type { Resolver } from './openalias.ts';
export type { RequestFaults } from './requests/faults.ts';
export type { RequestPayment } from './requests/status.ts';
export type { BudgetTerms } from './sites/budget.ts';
export type { SiteRecordFaults } from './sites/faults.ts';
export type { NewGrants } from './sites/records.ts';
export type { Priority } from './spend/fees.ts';
export type { Finished, Proposal } from './spend/finish.ts';
export type { CallIdentity } from './spend/keyed-calls.ts';
export type { PendingTx } from './spend/pending.ts';
export type { SweepRequest } from './spend/plan.ts';
export type { Cost } from './spend/preview.ts';
export type { PreparedPayment } from './spend/prepared-payments.ts';
export type { AnyPrepared } from './spend/prepared.ts';
export type { WalletEvent } from './state/records/events.ts';
export type { Destination, Payment, TxKeys, UnsentPayment } from './state/records/payments.ts';
export type { RequestRecord } from './state/records/requests.ts';
export type {
  BudgetPeriod,
  SiteBudget,
  SiteLogEntry,
  SiteOutcome,
  SiteRecord,
} from './state/records/sites.ts';
