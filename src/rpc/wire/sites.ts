/** Sites, their permissions and their requests in wire form, for the pages of this app. */
import type { Infer } from '../../base/shape.ts';
import { bool, count, i64, listOf, obj, opt, str, u32, u64 } from '../schema.ts';
import { anyData } from './nodes.ts';

/** `period`: day, week or month. `expires`: seconds since the epoch. Piconero, fees included. */
export const budgetTerms = obj({ amount: u64, period: str, expires: count });

/** `spent`, `left`: in the present period, which began at `from`. `left` is 0 when the budget has expired. */
const budget = obj({
  amount: u64,
  period: str,
  expires: count,
  from: count,
  spent: u64,
  left: u64,
});

/** `outcome`: done, refused, rejected or failed. Times in seconds since the epoch. */
const logEntry = obj({ at: count, method: str, outcome: str, amount: opt(u64), txid: opt(str) });

/** `account`: its own. `read`: those that it may read. `connected`: false when the site gave its permissions back. */
export const siteShape = obj({
  origin: str,
  connected: bool,
  since: count,
  last_used: count,
  account: u32,
  address: str,
  read: listOf(u32),
  spend: opt(obj({ account: u32, budget: opt(budget) })),
  log: listOf(logEntry),
});

/**
 * The request of the site: a first connection, or more permissions. `account`: its own account, if it has one. `reads`, `pays`:
 * the accounts that it may read already, and the one that pays for it already.
 */
const connectAsk = obj({
  first: bool,
  read: bool,
  spend: bool,
  budget: opt(budgetTerms),
  account: opt(u32),
  reads: listOf(u32),
  pays: opt(u32),
  network: str,
  /** The site asks for another network than the wallet's: approving answers error 4901. */
  wrong_network: opt(str),
});

/** A fault of the wallet and its data, for the person. */
export const problem = obj({ fault: str, data: anyData });

const invoiceAsk = obj({
  id: str,
  note: str,
  message: str,
  currency_note: opt(str),
  created: count,
  expires: count,
});

/**
 * A payment that is prepared and not sent. `account`: who pays. `problem`: why the wallet cannot make it; the site learns of that
 * only as a rejection, and there are no numbers then. `over_budget`: the site has a budget that does not cover it.
 */
const paymentAsk = obj({
  payees: listOf(obj({ address: str, amount: u64 })),
  sweep: bool,
  account: u32,
  amount: u64,
  fee: u64,
  total: u64,
  change: u64,
  unlocked_after: u64,
  over_budget: bool,
  invoice: opt(invoiceAsk),
  problem: opt(problem),
});

/** `text`: all that is signed. `key`: spend or view, of the address. */
const signAsk = obj({ text: str, address: str, key: str });

/**
 * A request that waits for the person. `kind`: connect, budget (a connected site asks for a budget alone), payment or sign; the
 * field of that name has what the screen shows (budget: connect). `learns`: what the site gets to know when the person approves:
 * address, height, balance, history, payment, proof, signature.
 */
export const askShape = obj({
  id: str,
  kind: str,
  origin: str,
  method: str,
  learns: listOf(str),
  connect: opt(connectAsk),
  payment: opt(paymentAsk),
  sign: opt(signAsk),
});

export const siteError = obj({ code: i64, message: str, data: opt(obj({ reason: str })) });

export const doneShape = obj({ result: opt(anyData), error: opt(siteError) });

/**
 * The person's choices when approving a connection. `read`: the site may read its own account; `accounts`: others that it may
 * read. `spend`: it may ask for payments, from `pay_from` (default: its own account).
 */
export const grantsShape = obj({
  read: bool,
  accounts: listOf(u32),
  spend: bool,
  pay_from: opt(u32),
  budget: opt(budgetTerms),
});

export type WireAsk = Infer<{ ask: typeof askShape }>['ask'];
export type WireGrants = Infer<{ grants: typeof grantsShape }>['grants'];
export type WireTerms = Infer<{ terms: typeof budgetTerms }>['terms'];
export type WireSite = Infer<{ site: typeof siteShape }>['site'];
