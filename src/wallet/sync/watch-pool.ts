/** Commits the changes that transactions in the node's pool make. */
import { reducePool } from '../ledger/reduce-pool.ts';
import type { SyncContext } from './context.ts';

/** Faults: the node's. What was scanned before a failure is committed first. */
export async function watchPool(
  { ledger, poolReader, rules, reports }: Pick<SyncContext, 'ledger' | 'poolReader' | 'rules' | 'reports'>,
  signal: AbortSignal,
): Promise<void> {
  // Without the spend key the wallet would count its own change as incoming money.
  if (ledger.state.settings.background?.away) return;
  const { present, seen, failure, applied } = await poolReader.round(signal);
  let touched = false as boolean;
  await ledger.commit((current) => {
    const change = reducePool(current, present, seen, { unreadBlocks: rules.newer !== undefined });
    touched = change.puts.length > 0 || change.deletes.length > 0;
    return change;
  });
  applied();
  if (touched) reports.changed();
  if (failure) throw failure;
}
