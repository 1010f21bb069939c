/** Answers to a site at once, where the wallet's answer is more than the site may see, or a parameter needs more than a rule. */
import { createQueue, type Queue } from '../../base/queue.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { ownAccount, readableAccount, visibleAccounts } from './accounts.ts';
import { callWallet } from './call-wallet.ts';
import { refuse } from './errors.ts';
import {
  seenAccounts,
  seenBalance,
  seenHistory,
  seenOutputs,
  seenPayments,
  seenTransfer,
} from './results.ts';
import type { Answers, SiteCall } from './types.ts';

/** A restore from the words finds money up to 200 addresses after the last one with money. */
const MAX_UNUSED = 100;
const MAX_AT_ONCE = 10;

export const PUBLIC = {
  make_integrated_address: (call, params) => {
    // Without an address, the wallet would take its own main address.
    if (!params.standard_address) throw refuse('site_bad_params', { path: 'params.standard_address' });
    return callWallet(call, 'make_integrated_address', params);
  },
} satisfies Partial<Answers>;

export const OWN_ACCOUNT = {
  get_address: (call, params) => {
    const account_index = ownAccount(call.site, params.account_index);
    return callWallet(call, 'get_address', { ...params, account_index });
  },
  /** An address of an account outside the grant gives the same error as one of another wallet. */
  get_address_index: async (call, params) => {
    const { index } = await callWallet(call, 'get_address_index', params);
    const { major, minor } = index as { readonly major: number; readonly minor: number };
    const at = visibleAccounts(call.site).indexOf(major);
    if (at < 0) return notFound(-2, "Address doesn't belong to the wallet");
    return { index: { major: at, minor } };
  },
  create_address: (call, { count = 1, account_index: given }) =>
    creatingIn(call.context.session).run(() => {
      const account_index = ownAccount(call.site, given);
      if (count > MAX_AT_ONCE || unused(accountsOf(call), account_index) + count > MAX_UNUSED)
        throw refuse('site_too_many');
      return callWallet(call, 'create_address', { account_index, count });
    }),
} satisfies Partial<Answers>;

/** Addresses are counted and created one call after the other: calls at once would all be counted before the first one. */
const creating = new WeakMap<object, Queue>();
const creatingIn = (session: object): Queue => {
  const queue = creating.get(session) ?? createQueue();
  creating.set(session, queue);
  return queue;
};

const accountsOf = ({ context }: SiteCall): Wallet['accounts'] => context.wallet.accounts;

/** Number of addresses after the last one that has received money. */
const unused = (accounts: Wallet['accounts'], major: number): number => {
  const labels = accounts.labels()[major] ?? [];
  const last = labels.findLastIndex((_, minor) => accounts.isUsed({ major, minor }));
  return labels.length - 1 - last;
};

export const READING = {
  get_balance: async (call, { account_index: given = 0, ...params }) => {
    const account_index = readableAccount(call.site, given);
    return seenBalance(given, await callWallet(call, 'get_balance', { ...params, account_index }));
  },
  get_accounts: async (call, params) =>
    seenAccounts(call.site, await callWallet(call, 'get_accounts', params)),
  get_transfers: async (call, { all_accounts = false, account_index: given, ...params }) => {
    // With all accounts, seenHistory keeps only the accounts of the grant.
    const accounts = all_accounts ? { all_accounts } : { account_index: readableAccount(call.site, given) };
    return seenHistory(call.site, await callWallet(call, 'get_transfers', { ...params, ...accounts }));
  },
  get_transfer_by_txid: async (call, params) => {
    const account_index = readableAccount(call.site, params.account_index);
    const result = await callWallet(call, 'get_transfer_by_txid', { ...params, account_index });
    return seenTransfer(call.site, result) ?? notFound(-8, 'Transaction not found.');
  },
  incoming_transfers: async (call, params) => {
    const account_index = readableAccount(call.site, params.account_index);
    return seenOutputs(call.site, await callWallet(call, 'incoming_transfers', { ...params, account_index }));
  },
  get_payments: async (call, params) =>
    seenPayments(call.site, await callWallet(call, 'get_payments', params)),
  get_bulk_payments: async (call, params) =>
    seenPayments(call.site, await callWallet(call, 'get_bulk_payments', params)),
} satisfies Partial<Answers>;

const notFound = (code: number, message: string): never => {
  throw refuse('site_call_failed', { error: { code, message } });
};
