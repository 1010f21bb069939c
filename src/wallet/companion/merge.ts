/**
 * Adds a companion to a wallet. One rule: what the wallet has stays, and a text is replaced only if it is empty. So reading a
 * companion twice changes nothing, and an old one overwrites nothing newer.
 */
import { toHex } from '../../base/hex.ts';
import { contactsOf } from '../book/contacts.ts';
import { addressCounts, labelsOf, tableShape, UNTITLED } from '../account/lookahead.ts';
import { PRIMARY_LABEL } from '../account/new-wallet.ts';
import { requestKey } from '../requests/records.ts';
import { change, put, type WalletState } from '../state/state.ts';
import type { Change, Put } from '../state/tables.ts';
import { isUnnamed } from './collect.ts';
import { MAX_ADDRESSES, type CompanionContent, type CompanionCounts } from './content.ts';

export interface Merged {
  readonly change: Change;
  /** The numbers of records that the wallet did not have. */
  readonly added: CompanionCounts;
  /** The companion knows addresses for which the blocks read so far were not searched. */
  readonly unsearched: boolean;
}

export function mergeCompanion(state: WalletState, companion: CompanionContent): Merged {
  const names = mergeNames(state, companion);
  const contacts = mergeContacts(state, companion);
  const notes = mergeTexts(state, 'notes', companion.notes);
  const attributes = mergeTexts(state, 'attributes', companion.attributes);
  const txKeys = companion.txKeys
    .filter(([txid]) => !state.tables.txKeys.has(txid))
    .map(([txid, keys]) => put('txKeys', txid, keys));
  const payees = mergePayees(state, companion);
  const requests = companion.requests
    .filter(({ subaddress }) => !state.tables.requests.has(requestKey(subaddress)))
    .map((request) => put('requests', requestKey(request.subaddress), request));
  const frozen = mergeFrozen(state, companion);
  return {
    change: change([
      ...[...names.puts, ...mergeLookahead(state, companion), ...contacts.puts, ...notes, ...attributes],
      ...[...txKeys, ...payees, ...requests, ...frozen],
    ]),
    added: {
      names: names.added,
      contacts: contacts.added,
      notes: notes.length,
      txKeys: txKeys.length,
      payees: payees.length,
      requests: requests.length,
      attributes: attributes.length,
      frozen: frozen.length,
    },
    unsearched: hasUnsearched(state, companion),
  };
}

interface Part {
  readonly puts: readonly Put[];
  readonly added: number;
}

const mergeNames = (state: WalletState, { accounts, tags }: CompanionContent): Part => {
  const mine = labelsOf(state);
  const puts: Put[] = [];
  let added = 0;
  for (const [major, { addresses, labels, tag }] of accounts.entries()) {
    const before = mine[major] ?? [major === 0 ? PRIMARY_LABEL : UNTITLED];
    const merged = [...before];
    while (merged.length < addresses) merged.push('');
    for (const [minor, label] of labels)
      if (isUnnamed(merged[minor]!, minor)) {
        merged[minor] = label;
        added += 1;
      }
    if (major >= mine.length || merged.some((label, minor) => label !== before[minor]))
      puts.push(put('labels', String(major), merged));
    if (tag === '' || state.tables.accountTags.has(String(major))) continue;
    puts.push(put('accountTags', String(major), tag));
    added += 1;
  }
  const used = new Set([...state.tables.accountTags.values(), ...accounts.map(({ tag }) => tag)]);
  for (const [tag, description] of tags)
    if (used.has(tag) && !state.tables.tags.get(tag)) puts.push(put('tags', tag, description));
  return { puts, added };
};

/** The larger look-ahead of both, as long as a wallet may have it. */
const mergeLookahead = ({ account }: WalletState, { lookahead }: CompanionContent): Put[] => {
  const mine = account.lookahead;
  const major = Math.max(mine.major, lookahead.major);
  const minor = Math.max(mine.minor, lookahead.minor);
  if ((major === mine.major && minor === mine.minor) || major * minor > MAX_ADDRESSES) return [];
  return [put('account', '', { ...account, lookahead: { major, minor } })];
};

/** New contacts come after the wallet's own. Of a known address the wallet's name counts, which may be newer. */
const mergeContacts = (state: WalletState, { contacts }: CompanionContent): Part => {
  const mine = contactsOf(state);
  const known = new Map(mine.map(({ address, description }, index) => [address, { description, index }]));
  const puts = new Map<string, Put>();
  let size = mine.length;
  for (const entry of contacts) {
    const { address, description, paymentId } = entry;
    const same = known.get(address);
    const key = `${address} ${paymentId ? toHex(paymentId) : ''} ${description}`;
    if (!same) {
      // Two equal contacts are one: the indices of the book have no gaps.
      if (!puts.has(key)) puts.set(key, put('book', String(size++), entry));
    } else if (same.description === '' && description !== '' && !puts.has(address))
      puts.set(address, put('book', String(same.index), { ...mine[same.index]!, description }));
  }
  return { puts: [...puts.values()], added: puts.size };
};

const mergeTexts = (
  { tables }: WalletState,
  table: 'notes' | 'attributes',
  texts: CompanionContent['notes'],
): Put[] => texts.filter(([key]) => !tables[table].get(key)).map(([key, value]) => put(table, key, value));

/** Amounts and heights of a payment come from the chain alone. */
const mergePayees = ({ tables }: WalletState, { payees }: CompanionContent): Put[] =>
  payees.flatMap(([txid, given]): Put[] => {
    const sent = tables.outgoing.get(txid);
    if (!sent) return tables.payees.has(txid) ? [] : [put('payees', txid, given)];
    return sent.destinations.length > 0 ? [] : [put('outgoing', txid, { ...sent, ...given })];
  });

const mergeFrozen = ({ tables, outputs, byKey }: WalletState, { frozen }: CompanionContent): Put[] =>
  frozen.flatMap((key): Put[] => {
    const index = byKey.get(key);
    if (index === undefined) return tables.toFreeze.has(key) ? [] : [put('toFreeze', key, true)];
    const output = outputs[index]!;
    return output.frozen || output.spent ? [] : [put('outputs', String(index), { ...output, frozen: true })];
  });

const hasUnsearched = (state: WalletState, { accounts }: CompanionContent): boolean => {
  if (state.height <= state.account.restoreHeight) return false;
  const searched = tableShape(addressCounts(state), state.account.lookahead);
  return accounts.some(({ addresses }, major) => addresses > (searched[major] ?? 0));
};
