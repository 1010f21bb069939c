/**
 * The state of a payment request, computed from the payments to its address by the rules of invoices
 * (protocol/invoice/status.ts), with what only requests have: an amount that the payer chooses, no end, and payments
 * after the expiry.
 */
import { toHex } from '../../base/hex.ts';
import { isTimeUnlocked } from '../ledger/balance.ts';
import { MAX_TIME } from '../../protocol/invoice/invoice.ts';
import {
  invoiceStatus,
  type InvoicePayment,
  type InvoiceState,
  type InvoiceStatus,
} from '../../protocol/invoice/status.ts';
import type { WalletState } from '../state/state.ts';
import type { Payment } from '../state/records/payments.ts';
import type { RequestRecord } from '../state/records/requests.ts';
import { requestKey } from './records.ts';

/** After these many blocks received money can be spent; a request waits for as many. */
const WANTED_CONFIRMATIONS = 10;

/** paid_late: it expired, and with what came later it was paid. */
export type RequestState = InvoiceState | 'paid_late';

/** A payment to the request's address. */
export interface RequestPayment extends InvoicePayment {
  /** In hex. */
  readonly txid: string;
  /** 0 in the pool. */
  readonly height: number;
}

export interface RequestStatus extends Omit<InvoiceStatus, 'state'> {
  readonly state: RequestState;
}

/**
 * The payments to each request's address, by the request's key, the first one first. A payment in the pool of which the
 * node has seen a double spend is no payment before it is in a block. One that its payer has locked lacks a confirmation until it
 * can be spent. `now`: seconds since 1970.
 */
export function paymentsOfRequests(
  { tables: { requests, payments }, height }: Pick<WalletState, 'tables' | 'height'>,
  now: number,
): ReadonlyMap<string, readonly RequestPayment[]> {
  const found = new Map<string, RequestPayment[]>();
  /** When the transactions of each request were first seen, by their ids in hex. */
  const times = new Map<string, ReadonlyMap<string, number>>();
  for (const payment of payments.values()) {
    const key = requestKey(payment.subaddress);
    const request = requests.get(key);
    if (!request || (payment.height === 0 && payment.doubleSpendSeen)) continue;
    const firstSeen = times.get(key) ?? new Map(request.firstSeen.map(({ txid, at }) => [txid, at]));
    times.set(key, firstSeen);
    const list = found.get(key) ?? [];
    found.set(key, list);
    const most = isTimeUnlocked(payment.unlockTime, height, now) ? Infinity : WANTED_CONFIRMATIONS - 1;
    list.push(toPayment(firstSeen, payment, height, most));
  }
  for (const each of found.values()) each.sort((a, b) => a.seen_at - b.seen_at);
  return found;
}

/** The status at the time `now`, in seconds since 1970. The order of the payments does not matter. */
export function requestStatus(
  { amount: asked, expires = MAX_TIME }: Pick<RequestRecord, 'amount' | 'expires'>,
  payments: readonly InvoicePayment[],
  now: number,
): RequestStatus {
  const anyAmount = asked === 0n;
  // When the payer chooses, what came in time is what was asked for.
  const inTime = payments.filter(({ seen_at }) => seen_at <= expires);
  const amount = anyAmount ? inTime.reduce((sum, each) => sum + each.amount, 0n) || 1n : asked;
  const { missing, ...status } = invoiceStatus(
    { amount, expires, confirmations: WANTED_CONFIRMATIONS },
    payments,
    now,
  );
  const paidLate = status.state === 'expired' && status.late > 0n && status.received + status.late >= amount;
  return {
    ...status,
    state: paidLate ? 'paid_late' : status.state,
    missing: anyAmount ? 0n : missing,
  };
}

const toPayment = (
  firstSeen: ReadonlyMap<string, number>,
  { txid, amount, height, timestamp }: Payment,
  chainHeight: number,
  most: number,
): RequestPayment => {
  const id = toHex(txid);
  return {
    txid: id,
    amount,
    height,
    confirmations: height > 0 ? Math.min(most, Math.max(0, chainHeight - height)) : 0,
    seen_at: firstSeen.get(id) ?? timestamp,
  };
};
