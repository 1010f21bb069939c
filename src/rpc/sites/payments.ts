/**
 * Payments that a site asks for: prepared, then covered by the budget or confirmed by the person, then sent. Whatever
 * the wallet has or lacks, the site learns of it only after one of the two.
 */
import type { AnyPrepared, PreparedPayment } from '../../wallet/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { isFault } from '../../base/fault.ts';
import { fault } from '../faults.ts';
import { payingAccount } from './accounts.ts';
import { takeSlot, type RequestSlot } from './asks.ts';
import { isSiteFault, refuse } from './errors.ts';
import type { InvoiceAsk, AnswerOrAsk, PaymentAsk, SiteCall } from './types.ts';
import { coverByBudget, refuseRepeated, sendApproved, type SentForSite } from './sending.ts';
import type { SiteResult } from './results.ts';

export interface SitePayment {
  readonly call: SiteCall;
  /** The site's index of the paying account, if it named one. */
  readonly accountIndex?: number | undefined;
  readonly payees: PaymentAsk['payees'];
  /** All money of the account or one output; a budget does not cover it, since the amount says what the wallet has. */
  readonly sweep: boolean;
  readonly invoice?: InvoiceAsk;
  readonly learns: readonly string[];
  /** Prepares it, and runs `then` before any other payment of this wallet. */
  readonly prepare: <T>(
    account: number,
    then: (prepared: readonly AnyPrepared[]) => Promise<T>,
  ) => Promise<T>;
  readonly answer: (sent: SentForSite) => SiteResult | Promise<SiteResult>;
}

/** Faults site_not_permitted, site_too_many, site_payment_failed. */
export async function pay(payment: SitePayment): Promise<AnswerOrAsk> {
  const { call, answer } = payment;
  const account = payingAccount(call.site, payment.accountIndex);
  refuseRepeated(call);
  const slot = takeSlot(call);
  try {
    const made = await make(payment, account);
    if ('sent' in made) {
      slot.release();
      return { done: { result: await answer(made.sent) } };
    }
    return { ask: askFor(payment, account, made, slot) };
  } catch (error) {
    slot.release();
    throw error;
  }
}

/** A payment after the expiry may get the payer nothing. Fault site_call_failed. */
export function refuseExpired({ expires }: Pick<InvoiceAsk, 'expires'>, { now }: Pick<Wallet, 'now'>): void {
  if (expires < now())
    throw refuse('site_call_failed', { error: { code: -4, message: 'The invoice has expired' } });
}

type Made =
  | { readonly sent: SentForSite }
  | { readonly prepared: PreparedPayment }
  | { readonly problem: NonNullable<PaymentAsk['problem']> };

const make = async ({ call, sweep, prepare }: SitePayment, account: number): Promise<Made> => {
  const { wallet } = call.context;
  try {
    const { signer } = wallet.payments;
    if (signer === 'signers') throw fault('multisig_has_no_spend_key');
    if (signer === 'device') throw fault('watch_only');
    return await prepare(account, async (txs): Promise<Made> => {
      const prepared = await wallet.payments.add(txs);
      const sent = sweep ? undefined : await coverByBudget(call, account, prepared);
      return sent ? { sent } : { prepared };
    });
  } catch (error) {
    if (!isFault(error) || isSiteFault(error)) throw error;
    return { problem: { fault: error.code, data: error.data as Readonly<Record<string, unknown>> } };
  }
};

const askFor = (
  { call, sweep, payees, invoice, learns, answer }: SitePayment,
  account: number,
  made: Exclude<Made, { sent: SentForSite }>,
  slot: RequestSlot,
) => {
  const { wallet } = call.context;
  const prepared = 'prepared' in made ? made.prepared : undefined;
  const { amount = 0n, fee = 0n, change = 0n, unlockedAfter = 0n } = prepared ?? {};
  return slot.ask(
    {
      approve: async () => {
        if (!prepared) throw refuse('site_rejected');
        // The question may have waited longer than the invoice counts.
        if (invoice) refuseExpired(invoice, wallet);
        return answer(await sendApproved(call, prepared));
      },
      drop: () => {
        if (prepared) wallet.payments.drop(prepared.id);
      },
    },
    {
      kind: 'payment',
      learns,
      payment: {
        payees: sweep ? payees.map((each) => ({ ...each, amount })) : payees,
        sweep,
        account,
        amount,
        fee,
        total: amount + fee,
        change,
        unlocked_after: unlockedAfter,
        over_budget: !sweep && call.site.spend?.budget !== undefined,
        ...(invoice && { invoice }),
        ...('problem' in made && { problem: made.problem }),
      },
    },
  );
};
