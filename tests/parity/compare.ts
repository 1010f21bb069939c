/**
 * The sorted comparison of two wallets of one seed: balances in every form, and the whole history field by field.
 * Entries are sorted by type, transaction and address; what may differ stands in known-differences.ts.
 */
import { expect } from 'vitest';
import { level } from './known-differences.ts';
import type { Entry, TestWallet } from './wallet-pair.ts';

const TYPES = ['in', 'out', 'pending', 'failed', 'pool'] as const;
type Type = (typeof TYPES)[number];

/** All history entries of all accounts, or only those of the given types. */
export async function historyOf(wallet: TestWallet, types: readonly Type[] = TYPES): Promise<Entry[]> {
  const wanted = Object.fromEntries(types.map((type) => [type, true]));
  const answer = await wallet.call('get_transfers', { ...wanted, all_accounts: true });
  return TYPES.flatMap((type) => answer[type]).sort(byPlace);
}

const placeOf = ({ type, txid, subaddr_index: { major, minor } }: Entry): string =>
  `${type} ${txid} ${String(major).padStart(6)} ${String(minor).padStart(6)}`;
const byPlace = (a: Entry, b: Entry): number => (placeOf(a) < placeOf(b) ? -1 : 1);

/** Balances of all accounts together and one by one, with and without strict. */
const balancesOf = async (wallet: TestWallet): Promise<readonly object[]> => {
  const { subaddress_accounts: accounts } = await wallet.call('get_accounts');
  const answers: object[] = [];
  for (const strict of [false, true])
    for (const whose of [
      { all_accounts: true },
      ...accounts.map(({ account_index }) => ({ account_index })),
    ]) {
      const answer = await wallet.call('get_balance', { ...whose, strict });
      const rows = [...answer.per_subaddress].sort(
        (a, b) => a.account_index - b.account_index || a.address_index - b.address_index,
      );
      answers.push({ whose, strict, ...answer, per_subaddress: rows.map((row) => level('balance', row)) });
    }
  return answers;
};

export interface Comparison {
  /** One wallet was restored: fields that only the sender knows are left out. */
  readonly restored?: boolean;
  readonly types?: readonly Type[];
}

/** Both wallets must report the same. */
export async function expectSameMoney(
  ours: TestWallet,
  theirs: TestWallet,
  { restored = false, types = TYPES }: Comparison = {},
): Promise<void> {
  const entriesOf = async (wallet: TestWallet): Promise<readonly object[]> =>
    (await historyOf(wallet, types)).map((entry) =>
      level('transfers', restored && entry.type === 'out' ? asRestored(entry) : entry),
    );
  expect(await balancesOf(ours)).toEqual(await balancesOf(theirs));
  expect(await entriesOf(ours)).toEqual(await entriesOf(theirs));
}

/** Removes payees and payment ids, which cannot be read from the chain. */
const asRestored = (entry: Entry): object => {
  const { destinations: _destinations, payment_id: _paymentId, ...rest } = entry;
  return rest;
};
