/** Decides whether a wallet reads through a relay of one's own. The code that reads (read-relay.ts) is loaded then. */
import { gapRefusal, gapsOf } from '../ledger/gaps.ts';
import type { SyncContext } from './context.ts';

/** Blocks of a month: so many are read in order on any link. */
export const MONTH_BLOCKS = 22_000;

/** True if the wallet reads through the relay in use. */
export function usesRelay({ ledger: { state }, nodes, pool, loadTree }: SyncContext): boolean {
  const relay = nodes?.relayInUse();
  return (
    relay !== undefined &&
    pool.compact !== undefined &&
    loadTree === undefined &&
    !state.tables.relayLies.has(relay.address) &&
    gapsOf(state).length === 0 &&
    // Without the spend key, spends cannot be found by their key images.
    gapRefusal(state) === undefined &&
    state.tables.spendSearch.size === 0
  );
}
