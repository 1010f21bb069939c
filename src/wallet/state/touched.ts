/** Finds the part of the history that a change alters. Pure. Tests: tests/unit/wallet/state/touched.test.ts. */
import type { HistoryIndex } from './history-index.ts';
import type { Outgoing, Payment } from './records/payments.ts';
import type { Change, Delete, TableName } from './tables.ts';

interface History {
  readonly tables: {
    readonly payments: ReadonlyMap<string, Payment>;
    readonly outgoing: ReadonlyMap<string, Outgoing>;
  };
  readonly history: Pick<HistoryIndex, 'paymentsOf'>;
}

/** The tables from which the history is computed while a light-wallet server is in use. */
const NAMED: ReadonlySet<TableName> = new Set(['lightServer', 'namedOutputs', 'namedTransactions']);

/**
 * The lowest height at which `change`, applied to `state`, alters the history. Infinity: none, though pending
 * transactions may change. 0: a light-wallet server named something else, or is not used any more.
 */
export function touchedFrom({ tables, history }: History, { puts, deletes }: Change): number {
  let from = Infinity;
  const touch = (record: { readonly height: number } | undefined): void => {
    if (record && record.height > 0) from = Math.min(from, record.height);
  };
  const noted = new Set<string>();
  const touchOld = ({ table, key }: Delete): void => {
    if (table === 'payments' || table === 'outgoing') touch(tables[table].get(key));
    else if (table === 'notes') noted.add(key);
  };
  if ([...deletes, ...puts].some(({ table }) => NAMED.has(table))) return 0;
  for (const each of deletes) touchOld(each);
  for (const each of puts) {
    touchOld(each);
    if (each.table === 'payments' || each.table === 'outgoing') touch(each.value);
  }
  // The record of a note has no height: look up the transaction.
  if (noted.size > 0) {
    for (const txid of noted) {
      touch(tables.outgoing.get(txid));
      for (const payment of history.paymentsOf(txid)) touch(payment);
    }
  }
  return from;
}
