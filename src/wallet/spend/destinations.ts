/** Destinations of a transaction, as its record stores them. */
import { toHex } from '../../base/hex.ts';
import { subaddressTable } from '../../protocol/keys/subaddress.ts';
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
  const row = subaddressTable(account, major, 0, count);
  const minors = new Map(
    Array.from({ length: count }, (_, minor) => [toHex(row.subarray(minor * 32, minor * 32 + 32)), minor]),
  );
  return payees.map(({ address, text, amount }) => {
    const minor = minors.get(toHex(address.spendPublic));
    return { address: text, amount, ...(minor !== undefined && { minor }) };
  });
}
