/** Account tags: described names for groups of accounts. Upstream: `get_account_tags`, `set_account_tag`. */
import { fault } from '../faults.ts';
import { accountLabels } from '../account/accounts.ts';
import { labelsOf } from '../account/lookahead.ts';
import { change, put, remove, type Ledger, type WalletState } from '../state/state.ts';

export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly accounts: readonly number[];
}

export function tagsOf(state: WalletState): Tag[] {
  const accounts = new Map<string, number[]>();
  for (const [major, tag] of state.tables.accountTags)
    accounts.set(tag, [...(accounts.get(tag) ?? []), Number(major)]);
  return [...accounts]
    .map(([name, list]) => ({
      name,
      description: state.tables.tags.get(name) ?? '',
      accounts: list.sort((a, b) => a - b),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export interface TaggedAccount {
  readonly index: number;
  readonly label: string;
  /** Empty: no tag. */
  readonly tag: string;
}

/**
 * Accounts with a tag, or all if it is empty; `regexp` must match the whole tag, of 64 characters at most. Fault unknown_tag without
 * any, and for a pattern that is no regular expression, that repeats a group, or that has more than 3 groups and repetitions.
 */
export function accountsTagged(state: WalletState, tag: string, regexp: boolean): TaggedAccount[] {
  const matches = tag === '' ? () => true : regexp ? matcher(tag) : (current: string) => current === tag;
  const accounts = labelsOf(state)
    .map((labels, index) => ({
      index,
      label: labels[0] ?? '',
      tag: state.tables.accountTags.get(String(index)) ?? '',
    }))
    .filter(({ tag: current }) => matches(current));
  if (tag !== '' && accounts.length === 0) throw fault('unknown_tag', { tag });
  return accounts;
}

/** Matching must end soon: the wallets of a server share its thread. */
const isSlow = (pattern: string): boolean =>
  /\)[*+?{]/.test(pattern) || (pattern.match(/[*+?{(]/g) ?? []).length > MOST_REPEATED;
const MOST_REPEATED = 3;
const LONGEST_MATCHED = 64;

const matcher = (pattern: string): ((text: string) => boolean) => {
  if (isSlow(pattern)) throw fault('unknown_tag', { tag: pattern });
  try {
    const whole = new RegExp(`^(?:${pattern})$`);
    return (text) => text.length <= LONGEST_MATCHED && whole.test(text);
  } catch {
    throw fault('unknown_tag', { tag: pattern });
  }
};

/** An empty tag removes the accounts' tags. Fault account_index. */
export function tagAccounts(ledger: Ledger, accounts: readonly number[], tag: string): Promise<void> {
  return ledger.commit((state) => {
    for (const major of accounts) accountLabels(state, major);
    const keys = accounts.map(String);
    const current = new Map(state.tables.accountTags);
    for (const key of keys)
      if (tag === '') current.delete(key);
      else current.set(key, tag);
    const left = new Set(current.values());
    const orphans = [...state.tables.tags.keys()].filter((name) => !left.has(name));
    return change(tag === '' ? [] : keys.map((key) => put('accountTags', key, tag)), [
      ...(tag === '' ? keys.map((key) => remove('accountTags', key)) : []),
      ...orphans.map((name) => remove('tags', name)),
    ]);
  });
}

/** Fault unknown_tag. */
export function describeTag(ledger: Ledger, tag: string, description: string): Promise<void> {
  return ledger.commit((state) => {
    if (![...state.tables.accountTags.values()].includes(tag)) throw fault('unknown_tag', { tag });
    return change([put('tags', tag, description)]);
  });
}
