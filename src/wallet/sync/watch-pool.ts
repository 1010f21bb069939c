/** Commits the changes that transactions in the node's pool make. */
import { reducePool } from '../ledger/reduce-pool.ts';
import type { SyncContext } from './context.ts';

/**
 * `maxAgeMs`: given by a pass, which has read the blocks just before; as in BlockSource. Faults: the node's. What was scanned
 * before a failure is committed first.
 */
export async function watchPool(
  { ledger, poolReader, rules }: Pick<SyncContext, 'ledger' | 'poolReader' | 'rules'>,
  signal: AbortSignal,
  maxAgeMs?: number,
): Promise<void> {
  // Without the spend key the wallet would count its own change as incoming money.
  if (ledger.state.settings.background?.away) return;
  const { present, seen, failure, applied } = await poolReader.round(signal, maxAgeMs);
  await ledger.commit((current) =>
    reducePool(current, present, seen, {
      unreadBlocks: rules.newer !== undefined,
      counts: maxAgeMs !== undefined,
    }),
  );
  applied();
  if (failure) throw failure;
}
