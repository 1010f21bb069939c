/** Methods that move money: their parameters as payments, and their results. Names and results as in the reference. */
import type { Destination } from '../../wallet/types.ts';
import { readPayees } from '../../wallet/without-wallet.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { errorOf } from '../errors.ts';
import { fault } from '../faults.ts';
import { readKeyImage } from '../wire/key-image.ts';
import { onlyOne, withPayment, withSweep } from '../wire/prepare.ts';
import { sendingErrors } from '../wire/sending.ts';
import { passOn, refuse } from './errors.ts';
import type { SiteParams } from './methods.ts';
import { pay, type SitePayment } from './payments.ts';
import type { SiteResult } from './results.ts';
import type { SentForSite } from './sending.ts';
import type { AnswerOrAsk, SiteCall } from './types.ts';

type Transfer = SiteParams<'transfer'>;
const COMMON = { subaddr_indices: [], unlock_time: 0n, payment_id: '' };

export function transfer(call: SiteCall, params: Transfer): Promise<AnswerOrAsk> {
  return pay({ ...paymentTo(call, payeesOf(call, params.destinations), params), answer: single });
}

export function transferSplit(call: SiteCall, params: Transfer): Promise<AnswerOrAsk> {
  const payees = payeesOf(call, params.destinations);
  const { context } = call;
  return pay({
    ...paymentTo(call, payees, params),
    prepare: (account, then) => withPayment(context, spendFrom(account, payees, params), then),
    answer: split,
  });
}

/** A payment by one transaction. */
export function paymentTo(
  call: SiteCall,
  payees: readonly Destination[],
  { priority = 0, account_index }: Pick<Transfer, 'priority' | 'account_index'>,
): Omit<SitePayment, 'answer'> {
  return {
    call,
    accountIndex: account_index,
    payees,
    sweep: false,
    learns: ['payment'],
    prepare: (account, then) =>
      withPayment(call.context, spendFrom(account, payees, { priority }), (prepared) =>
        then([onlyOne(prepared)]),
      ),
  };
}

const spendFrom = (
  account: number,
  destinations: readonly Destination[],
  { priority = 0 }: Pick<Transfer, 'priority'>,
) => ({ ...COMMON, destinations, account_index: account, priority });

export function sweepAll(call: SiteCall, params: SiteParams<'sweep_all'>): Promise<AnswerOrAsk> {
  const { address = '', account_index, priority = 0 } = params;
  return pay({
    ...sweepTo(call, address),
    accountIndex: account_index,
    prepare: (account, then) =>
      withSweep(
        call.context,
        { ...COMMON, address, outputs: 1, priority },
        () => ({ account, allMinors: true, below: 0n }),
        then,
      ),
    answer: split,
  });
}

export function sweepSingle(call: SiteCall, params: SiteParams<'sweep_single'>): Promise<AnswerOrAsk> {
  const { address = '', key_image = '', priority = 0 } = params;
  const image = checked(() => readKeyImage(key_image));
  return pay({
    ...sweepTo(call, address),
    prepare: (account, then) =>
      withSweep(
        call.context,
        { ...COMMON, address, outputs: 1, priority },
        () => {
          const only = call.context.wallet.coins.byKeyImage(image);
          const { major, minor } = only.subaddress;
          // An output of another account is none of the site's business.
          if (major !== account) throw fault('unknown_key_image');
          return { account, minors: [minor], allMinors: false, below: 0n, only };
        },
        (prepared) => then([onlyOne(prepared)]),
      ),
    answer: single,
  });
}

const sweepTo = (
  call: SiteCall,
  address: string,
): Pick<SitePayment, 'call' | 'payees' | 'sweep' | 'learns'> => {
  checked(() => readPayees(networkOf(call), [{ address, amount: 0n }], ''));
  return { call, payees: [{ address, amount: 0n }], sweep: true, learns: ['payment', 'balance'] };
};

/** Addresses only: a name would be looked up at a server because a site wants it. Fault site_call_failed. */
const payeesOf = (
  call: SiteCall,
  destinations: readonly { readonly address?: string; readonly amount?: bigint }[] = [],
): Destination[] => {
  const payees = destinations.map(({ address = '', amount = 0n }) => ({ address, amount }));
  return checked(() => {
    if (payees.some(({ amount }) => amount === 0n)) throw fault('zero_amount');
    readPayees(networkOf(call), payees, '');
    return payees;
  });
};

const networkOf = ({ context }: SiteCall) => context.wallet.state.account.network;

/** Faults of parameters become the reference's errors. Fault site_call_failed. */
export function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isFault(error)) throw error;
    throw refuse('site_call_failed', { error: passOn(errorOf(error, sendingErrors)) });
  }
}

const single = ({ txids, amount, fee }: SentForSite): SiteResult => ({ tx_hash: txids[0], amount, fee });

const split = ({ transactions }: SentForSite): SiteResult => ({
  tx_hash_list: transactions.flatMap(({ txid }) => (txid ? [toHex(txid)] : [])),
  amount_list: transactions.map(({ amount }) => amount),
  fee_list: transactions.map(({ fee }) => fee),
});
