/** Entries of a site's log in words. */
import type { SiteMethodName } from '../../../embed/methods.gen.ts';
import type { Site } from './sites.svelte.ts';

export type LogEntry = NonNullable<Site['log']>[number];

const WHAT: Readonly<Partial<Record<SiteMethodName, string>>> = {
  monero_requestPermissions: 'Asked to connect or for more',
  monero_revokePermissions: 'Gave its permissions back',
  monero_getPermissions: 'Asked what it may do',
  monero_payInvoice: 'Asked to pay an invoice',
  transfer: 'Asked to pay',
  transfer_split: 'Asked to pay',
  sweep_all: 'Asked to send all of an account',
  sweep_single: 'Asked to send one coin',
  sign: 'Asked for a signature',
  get_address: 'Asked for its address',
  create_address: 'Asked for a new address',
  get_balance: 'Asked for the balance',
  get_accounts: 'Asked for the accounts',
  get_transfers: 'Asked for the history',
  get_transfer_by_txid: 'Asked for one payment',
  get_tx_proof: 'Asked for a proof of payment',
  get_height: 'Asked for the height',
};
const OUTCOME: Readonly<Record<string, string>> = {
  done: 'Done',
  refused: 'Not allowed',
  rejected: 'You refused',
  failed: 'Did not work',
};

/** The request in words; methods without a sentence by their name. */
export function askedWords({ method }: LogEntry): string {
  return (WHAT as Readonly<Partial<Record<string, string>>>)[method] ?? `Called ${method}`;
}
export function outcomeWords({ outcome }: LogEntry): string {
  return OUTCOME[outcome] ?? outcome;
}
