/**
 * Accounts and addresses that the user created or labelled.
 * Upstream: `add_subaddress_account`, `add_subaddress`, `set_subaddress_label` (src/wallet/wallet2.cpp).
 */
import { fault } from '../faults.ts';
import { change, type Ledger, type WalletState } from '../state/state.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { Put } from '../state/tables.ts';
import { putLabels } from './lookahead.ts';

/** Labels of an account's addresses. Fault account_index. */
export function accountLabels(state: WalletState, major: number): readonly string[] {
  const labels = state.tables.labels.get(String(major));
  if (!labels) throw fault('account_index', { index: major, count: state.tables.labels.size });
  return labels;
}

export function addressLabel(state: WalletState, { major, minor }: SubaddressIndex): string {
  const labels = accountLabels(state, major);
  const label = labels[minor];
  if (label === undefined) throw fault('address_index', { index: minor, count: labels.length });
  return label;
}

/** Adds an account whose first address has this label; returns its major index. */
export async function addAccount(ledger: Ledger, label: string): Promise<number> {
  let major = 0;
  await ledger.commit((state) => {
    major = state.tables.labels.size;
    return change([putLabels({ major, minor: 0 }, [label])]);
  });
  return major;
}

interface Addition {
  readonly major: number;
  readonly labels: readonly string[];
  /** Minor index of the first address. */
  first?: number;
  /** The commit that stores it. */
  stored?: Promise<void>;
}
/** Additions that no commit has taken yet. */
const waiting = new WeakMap<Ledger, Addition[]>();

/**
 * Adds addresses; returns their minor indices. Calls that wait for the disk share one commit. Faults: account_index,
 * bad_count.
 */
export async function addAddresses(
  ledger: Ledger,
  major: number,
  label: string,
  count: number,
): Promise<number[]> {
  if (count < 1 || count > 65_536) throw fault('bad_count', { count });
  accountLabels(ledger.state, major);
  const mine: Addition = { major, labels: new Array<string>(count).fill(label) };
  const others = waiting.get(ledger) ?? [];
  waiting.set(ledger, [...others, mine]);
  const next = ledger.commit((state) => {
    const additions = waiting.get(ledger) ?? [];
    waiting.delete(ledger);
    for (const each of additions) each.stored = next;
    return change(putAll(state, additions));
  });
  await next;
  // An earlier commit may have taken it, and failed.
  await mine.stored;
  return Array.from({ length: count }, (_, i) => mine.first! + i);
}

const putAll = (state: WalletState, additions: readonly Addition[]): Put[] => {
  const counts = new Map<number, number>();
  return additions.map((addition) => {
    const { major, labels } = addition;
    const minor = counts.get(major) ?? accountLabels(state, major).length;
    addition.first = minor;
    counts.set(major, minor + labels.length);
    return putLabels({ major, minor }, labels);
  });
};

/** Faults: account_index, address_index. */
export function labelAddress(ledger: Ledger, index: SubaddressIndex, label: string): Promise<void> {
  return ledger.commit((state) => {
    addressLabel(state, index);
    return change([putLabels(index, [label])]);
  });
}
