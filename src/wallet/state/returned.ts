/**
 * The amount that a transaction of this wallet brings back to the paying account: change, and what the account pays
 * itself. Pure.
 */
import { sumAmounts } from '../../base/amount.ts';
import { toHex } from '../../base/hex.ts';
import type { OwnedOutput } from './records/outputs.ts';
import type { Outgoing } from './records/payments.ts';

/**
 * The sum, in piconero. `change` of a record contains what the account pays itself if the record was made from the chain,
 * and does not if the transaction was built here; then change, fee and all payees are together what was spent.
 */
export function returnedBy(record: Outgoing): bigint {
  const { returned, change, fee, amountIn, destinations } = record;
  if (returned !== undefined) return returned;
  const contains = change + fee + sumAmounts(destinations) > amountIn;
  return contains ? change : change + sumAmounts(toItself(record));
}

/** Returned amounts by minor index: change goes to the account's first address. */
export function returnedByMinor(record: Outgoing): ReadonlyMap<number, bigint> {
  const sums = new Map([[0, returnedBy(record)]]);
  for (const { minor, amount } of toItself(record)) {
    const rest = sums.get(0)! - amount;
    if (rest < 0n) return new Map([[0, returnedBy(record)]]);
    sums.set(0, rest);
    sums.set(minor!, (sums.get(minor!) ?? 0n) + amount);
  }
  return sums;
}

const toItself = ({ destinations }: Outgoing): Outgoing['destinations'] =>
  destinations.filter(({ minor }) => minor !== undefined);

/** Records in blocks that an earlier version wrote, with the sum that it did not write. */
export function withReturned(
  outgoing: readonly Outgoing[],
  outputs: readonly OwnedOutput[],
): readonly Outgoing[] {
  const lacking = new Map(
    outgoing.filter(({ returned }) => returned === undefined).map((record) => [toHex(record.txid), record]),
  );
  if (lacking.size === 0) return [];
  for (const output of outputs)
    for (let each: OwnedOutput | undefined = output; each; each = each.replaces) {
      const { txid, subaddress, amount, replaces } = each;
      const id = toHex(txid);
      const record = lacking.get(id);
      if (record?.account !== subaddress.major) continue;
      // If two outputs have one key, only the difference came in.
      const more = amount - (replaces?.amount ?? 0n);
      lacking.set(id, { ...record, returned: (record.returned ?? 0n) + more });
    }
  return [...lacking.values()].map((record) => ({ ...record, returned: record.returned ?? 0n }));
}
