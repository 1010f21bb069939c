/** Sends payments of sites. The log has them before they leave, so that a crash hides none. */
import type { PreparedPayment, SiteLogEntry } from '../../wallet/types.ts';
import { paymentOf } from '../../wallet/without-wallet.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { MAY_SUCCEED, NOT_SENT, refuse } from './errors.ts';
import { enforceSwitch } from './switch.ts';
import type { SiteCall } from './types.ts';

export interface SentForSite extends Pick<PreparedPayment, 'amount' | 'fee' | 'transactions'> {
  /** In hex. */
  readonly txids: readonly string[];
}

/**
 * Reserves the payment from `account` in the site's budget and sends it, inside `prepare`; undefined when the budget does not
 * cover it. Fault site_payment_failed: the amount is back in the budget only if no byte of it left this device.
 */
export async function coverByBudget(
  call: SiteCall,
  account: number,
  payment: PreparedPayment,
): Promise<SentForSite | undefined> {
  const { origin, context } = call;
  const { wallet } = context;
  const now = wallet.now();
  const total = payment.amount + payment.fee;
  try {
    const entries = entriesOf(call, payment, now);
    await enforceSwitch(call);
    await wallet.sites.reserve(origin, { account, total }, entries, now);
  } catch (error) {
    if (!isFault(error, 'over_budget')) throw error;
    refuseRepeated(call);
    return undefined;
  }
  try {
    return await send(call, payment, wallet.payments.sendInside);
  } catch (error) {
    if (wallet.payments.nothingLeft(txidsOf(payment))) await wallet.sites.releaseReserved(origin, total, now);
    throw error;
  }
}

/** Sends a payment that the person confirmed. Faults site_not_permitted, site_payment_failed. */
export async function sendApproved(call: SiteCall, payment: PreparedPayment): Promise<SentForSite> {
  const { origin, context } = call;
  const { wallet } = context;
  // Meanwhile the person, or the site itself, may have taken the permission back.
  await enforceSwitch(call);
  if (!wallet.sites.connected(origin)?.spend) throw refuse('site_not_permitted');
  refuseRepeated(call);
  const now = wallet.now();
  await wallet.sites.notePayment(origin, entriesOf(call, payment, now), now);
  return send(call, payment, wallet.payments.send);
}

/** Another window has got the same request. The site gets what became of its payment. Fault site_call_failed. */
export function refuseRepeated({ origin, context, request }: SiteCall): void {
  const site = context.wallet.sites.connected(origin);
  const payment = site && paymentOf(site, request);
  if (payment)
    throw refuse('site_call_failed', { error: payment.outcome === 'failed' ? NOT_SENT : MAY_SUCCEED });
}

/** The note says who asked for the payment. */
const send = async (
  { origin, context }: SiteCall,
  payment: PreparedPayment,
  sendPayment: Wallet['payments']['send'],
): Promise<SentForSite> => {
  const { wallet } = context;
  const txids = txidsOf(payment);
  try {
    await sendPayment(payment.id, origin);
    const { amount, fee, transactions } = payment;
    return { amount, fee, transactions, txids };
  } catch (error) {
    if (!isFault(error)) throw error;
    const maySucceed = wallet.payments.maySucceed(txids);
    if (!maySucceed) await wallet.sites.setOutcome(origin, txids, 'failed');
    throw refuse('site_payment_failed', {
      fault: error.code,
      data: error.data as Readonly<Record<string, unknown>>,
      maySucceed,
    });
  }
};

const entriesOf = (
  { method, request }: SiteCall,
  { transactions }: PreparedPayment,
  at: number,
): SiteLogEntry[] =>
  transactions.map(({ txid, amount, fee }) => ({
    at,
    method,
    outcome: 'done',
    amount: amount + fee,
    ...(txid && { txid: toHex(txid) }),
    ...(request !== undefined && { request }),
  }));

const txidsOf = ({ transactions }: PreparedPayment): string[] =>
  transactions.flatMap(({ txid }) => (txid ? [toHex(txid)] : []));
