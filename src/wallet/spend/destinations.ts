/** Destinations of a transaction, as its record stores them. */
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Address } from '../../protocol/address/address.ts';
import { subaddressTable } from '../../protocol/keys/subaddress.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { WalletState } from '../state/state.ts';
import type { Destination } from '../state/records/payments.ts';
import type { Payee } from './plan.ts';

/** Adds the minor index of addresses that belong to the paying account. */
export function destinationsOf(
  { account, tables }: WalletState,
  payees: readonly Payee[],
  major: number,
): Destination[] {
  const count = (tables.labels.get(String(major))?.length ?? 0) + account.lookahead.minor;
  const minorOf = (address: Address): number | undefined =>
    maybeOurs(account, address) ? minorsOf(account, major, count).get(toHex(address.spendPublic)) : undefined;
  return payees.map(({ address, text, amount }) => {
    const minor = minorOf(address);
    return { address: text, amount, ...(minor !== undefined && { minor }) };
  });
}

type Minors = ReadonlyMap<string, number>;

/** Minor indices by spend key in hex, of the account that was asked for last: all transactions of a sweep ask for it. */
const lastMinors = new WeakMap<AccountRecord, { readonly major: number; readonly minors: Minors }>();

const minorsOf = (account: AccountRecord, major: number, count: number): Minors => {
  const last = lastMinors.get(account);
  if (last?.major === major && last.minors.size === count) return last.minors;
  const row = subaddressTable(account, major, 0, count);
  const minors = new Map(
    Array.from({ length: count }, (_, minor) => [toHex(row.subarray(minor * 32, minor * 32 + 32)), minor]),
  );
  lastMinors.set(account, { major, minors });
  return minors;
};

/** False for almost every foreign address: its view key is not our view secret times its spend key. */
const maybeOurs = (
  { spendPublic, viewSecret }: Pick<AccountRecord, 'spendPublic' | 'viewSecret'>,
  address: Pick<Address, 'spendPublic' | 'viewPublic'>,
): boolean => {
  if (equalBytes(address.spendPublic, spendPublic)) return true;
  try {
    return equalBytes(kernel.mul(viewSecret, address.spendPublic), address.viewPublic);
  } catch (error) {
    if (isFault(error, 'bad_point')) return false;
    throw error;
  }
};
