/** Finds the payments that a change brings: seen in the pool, or in a block. Pure. */
import type { Payment } from './records/payments.ts';
import type { Change } from './tables.ts';

/**
 * Ids in hex of the transactions that pay this wallet and, with `change`, are seen first, get into a block, or get into
 * another one. Upstream: the call of `tx_notify` in `wallet2::process_new_transaction`.
 */
export function receivedIn(
  { payments }: { readonly payments: ReadonlyMap<string, Payment> },
  { puts }: Change,
): readonly string[] {
  const txids = new Set<string>();
  for (const each of puts)
    if (each.table === 'payments' && payments.get(each.key)?.height !== each.value.height)
      txids.add(each.key.slice(0, each.key.indexOf(':')));
  return [...txids];
}
