/** Records of connected web sites. */

/** The rights of a web site in this wallet, and its log (wallet/sites). */
export interface SiteRecord {
  /** Scheme, host and port as the browser names them: the site's identity. */
  readonly origin: string;
  /** Seconds. */
  readonly since: number;
  readonly lastUsed: number;
  /** False: the site gave its permissions back, and must ask again. */
  readonly connected: boolean;
  /** How often the person had turned the site off in the browser extension when it was connected. Absent: never. */
  readonly turnedOff?: number;
  /** Index of the site's own account: an ordinary account, which pages list apart from the person's. */
  readonly account: number;
  /** Indices of the accounts that it may read; its own is not among them unless reading was granted. */
  readonly read: readonly number[];
  /** Absent: it may not ask for payments. */
  readonly spend?: SiteSpending;
  /** The last budget, while there is none: a new budget in the same period counts what this one spent. */
  readonly endedBudget?: SiteBudget;
  /** Oldest first; at most 200. */
  readonly log: readonly SiteLogEntry[];
}

export interface SiteSpending {
  readonly account: number;
  /** Absent: the person confirms each payment. */
  readonly budget?: SiteBudget;
}

/** The sum that a site may spend unasked, fees included. */
export interface SiteBudget {
  /** Piconero in one period. */
  readonly amount: bigint;
  readonly period: BudgetPeriod;
  /** Seconds: not valid from then on. */
  readonly expires: number;
  /** Piconero spent or reserved in the present period. */
  readonly spent: bigint;
  /** Seconds: when the present period began. */
  readonly from: number;
}

export type BudgetPeriod = 'day' | 'week' | 'month';

export interface SiteLogEntry {
  /** Seconds. */
  readonly at: number;
  readonly method: string;
  readonly outcome: SiteOutcome;
  /** Piconero that left the account, fee included. */
  readonly amount?: bigint;
  /** In hex. */
  readonly txid?: string;
  /** Name of the site's request, which is carried out once. */
  readonly request?: string;
}

/** refused: not permitted, or not understood. rejected: by the person. failed: by the wallet or the node. */
export type SiteOutcome = 'done' | 'refused' | 'rejected' | 'failed';
