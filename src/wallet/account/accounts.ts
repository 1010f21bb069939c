/**
 * Accounts and addresses that the user created or labelled.
 * Upstream: `add_subaddress_account`, `add_subaddress`, `set_subaddress_label` (src/wallet/wallet2.cpp).
 */
import { fault } from '../faults.ts';
import { change, type Ledger, type WalletState } from '../state/state.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
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

/** Adds addresses; returns their minor indices. Faults: account_index, bad_count. */
export async function addAddresses(
  ledger: Ledger,
  major: number,
  label: string,
  count: number,
): Promise<number[]> {
  if (count < 1 || count > 65_536) throw fault('bad_count', { count });
  let first = 0;
  await ledger.commit((state) => {
    first = accountLabels(state, major).length;
    return change([putLabels({ major, minor: first }, new Array<string>(count).fill(label))]);
  });
  return Array.from({ length: count }, (_, i) => first + i);
}

/** Faults: account_index, address_index. */
export function labelAddress(ledger: Ledger, index: SubaddressIndex, label: string): Promise<void> {
  return ledger.commit((state) => {
    addressLabel(state, index);
    return change([putLabels(index, [label])]);
  });
}
