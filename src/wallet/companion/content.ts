/** The content of a companion: everything that the user or this wallet wrote down and the chain does not contain. */
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { Payees, TxKeys } from '../state/records/payments.ts';
import type { RequestRecord } from '../state/records/requests.ts';
import type { BookEntry } from '../state/records/settings.ts';

/** More addresses than any companion may name, look-ahead included: each takes memory in every scan worker. */
export const MAX_ADDRESSES = 1_000_000;

export interface CompanionContent {
  /** Seconds: when it was made. */
  readonly made: number;
  readonly lookahead: SubaddressIndex;
  readonly accounts: readonly CompanionAccount[];
  readonly tags: readonly Pair[];
  readonly contacts: readonly BookEntry[];
  /** Transaction id in hex, and what belongs to it. */
  readonly notes: readonly Pair[];
  readonly txKeys: readonly Pair<TxKeys>[];
  readonly payees: readonly Pair<Payees>[];
  readonly attributes: readonly Pair[];
  readonly requests: readonly RequestRecord[];
  /** One-time keys of frozen outputs, in hex. */
  readonly frozen: readonly string[];
}
export type Pair<T = string> = readonly [key: string, value: T];

export interface CompanionAccount {
  /** Number of its addresses, the first included. */
  readonly addresses: number;
  /** Addresses that have a name: minor index and label. Minor 0 is the name of the account. */
  readonly labels: readonly (readonly [minor: number, label: string])[];
  /** Empty: no tag. */
  readonly tag: string;
}

/** How many records of each kind. `names`: of accounts, addresses and tags. */
export interface CompanionCounts {
  readonly names: number;
  readonly contacts: number;
  readonly notes: number;
  readonly txKeys: number;
  readonly payees: number;
  readonly requests: number;
  readonly attributes: number;
  readonly frozen: number;
}

export function countsOf(companion: CompanionContent): CompanionCounts {
  const { accounts, contacts, notes, txKeys, payees, requests, attributes, frozen } = companion;
  return {
    names: accounts.reduce((sum, { labels, tag }) => sum + labels.length + (tag === '' ? 0 : 1), 0),
    contacts: contacts.length,
    notes: notes.length,
    txKeys: txKeys.length,
    payees: payees.length,
    requests: requests.length,
    attributes: attributes.length,
    frozen: frozen.length,
  };
}
