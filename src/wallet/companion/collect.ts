/** Takes from a wallet what its words do not hold. Keys, the chain, settings and rights of sites are not among it. */
import { toHex } from '../../base/hex.ts';
import { contactsOf } from '../book/contacts.ts';
import { fault } from '../faults.ts';
import { labelsOf, UNTITLED } from '../account/lookahead.ts';
import { PRIMARY_LABEL } from '../account/new-wallet.ts';
import type { Payees } from '../state/records/payments.ts';
import type { WalletState } from '../state/state.ts';
import { MAX_ADDRESSES, type CompanionContent, type CompanionAccount, type Pair } from './content.ts';

/** `made`: seconds. Fault bad_companion (too_large). */
export function collectCompanion(state: WalletState, made: number): CompanionContent {
  const { tables, account, outputs } = state;
  const { major, minor } = account.lookahead;
  const labels = labelsOf(state);
  if (labels.reduce((sum, { length }) => sum + length, 0) > MAX_ADDRESSES)
    throw fault('bad_companion', { reason: 'too_large' });
  const frozen = outputs.filter((output) => output.frozen && !output.spent).map(({ key }) => toHex(key));
  return {
    made,
    // A reader refuses a look-ahead above the limit, so the smallest one is written instead.
    lookahead: major * minor > MAX_ADDRESSES ? { major: 1, minor: 1 } : account.lookahead,
    accounts: labels.map((each, index) => accountOf(state, each, index)),
    tags: withText(tables.tags),
    contacts: contactsOf(state),
    notes: withText(tables.notes),
    txKeys: [...tables.txKeys],
    payees: payeesOf(state),
    attributes: withText(tables.attributes),
    requests: [...tables.requests.values()],
    frozen: [...new Set([...frozen, ...tables.toFreeze.keys()])],
  };
}

/** True for no label, and for one that every new wallet or account has. */
export function isUnnamed(label: string, minor: number): boolean {
  return label === '' || (minor === 0 && (label === PRIMARY_LABEL || label === UNTITLED));
}

const accountOf = ({ tables }: WalletState, labels: readonly string[], major: number): CompanionAccount => ({
  addresses: labels.length,
  labels: [...labels.entries()].filter(([minor, label]) => !isUnnamed(label, minor)),
  tag: tables.accountTags.get(String(major)) ?? '',
});

const withText = (table: ReadonlyMap<string, string>): Pair[] => [...table].filter(([, text]) => text !== '');

/** Payees of what was sent, and those that wait for their transaction. Not of what certainly was never sent. */
const payeesOf = ({ tables }: WalletState): Pair<Payees>[] => {
  const sent = [...tables.outgoing].flatMap(([txid, { destinations, paymentId, notSent }]): Pair<Payees>[] =>
    destinations.length === 0 || notSent ? [] : [[txid, { destinations, ...(paymentId && { paymentId }) }]],
  );
  return [...sent, ...[...tables.payees].filter(([txid]) => !tables.outgoing.get(txid)?.destinations.length)];
};
