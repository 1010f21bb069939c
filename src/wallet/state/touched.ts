/** Finds the part of the history that a change alters. Pure. Tests: tests/unit/wallet/state/touched.test.ts. */
import type { Outgoing, Payment } from './records/payments.ts';
import type { Change } from './tables.ts';

interface History {
  readonly tables: {
    readonly payments: ReadonlyMap<string, Payment>;
    readonly outgoing: ReadonlyMap<string, Outgoing>;
  };
}

/**
 * The lowest height at which `change`, applied to `state`, alters the history. Infinity: none, though pending
 * transactions may change.
 */
export function touchedFrom({ tables }: History, { puts, deletes }: Change): number {
  let from = Infinity;
  const touch = (record: { readonly height: number } | undefined): void => {
    if (record && record.height > 0) from = Math.min(from, record.height);
  };
  const noted = new Set<string>();
  for (const { table, key } of [...puts, ...deletes]) {
    if (table === 'payments' || table === 'outgoing') touch(tables[table].get(key));
    else if (table === 'notes') noted.add(key);
  }
  for (const each of puts) if (each.table === 'payments' || each.table === 'outgoing') touch(each.value);
  // The record of a note has no height: look up the transaction.
  if (noted.size > 0) {
    for (const txid of noted) touch(tables.outgoing.get(txid));
    for (const [key, payment] of tables.payments) if (noted.has(key.slice(0, TXID))) touch(payment);
  }
  return from;
}
/** Length of a transaction id in hex; a payment's key begins with one. */
const TXID = 64;
