/**
 * A pass of the sync: reads the node's tip, the blocks up to it, spends of outputs whose key images were imported late, and the node's
 * pool, then relays our own unconfirmed transactions again.
 */
import { isFault } from '../../base/fault.ts';
import type { ChainTip } from '../../ports/block-source.ts';
import { birthBelowTip } from '../account/birth.ts';
import { rebroadcast } from '../spend/outbox.ts';
import { MAX_REORG, type SyncContext } from './context.ts';
import { createProgress, type ReportProgress } from './progress.ts';
import { readDoubtful, readToTip } from './read-ranges.ts';
import { searchSpends } from './search-spends.ts';
import { skipTo } from './skip.ts';
import { behind } from './tip.ts';
import type { Refreshed } from './types.ts';
import { watchPool } from './watch-pool.ts';

/** With at most this many missing blocks, the page shows no progress bar. */
const FEW_BLOCKS = 3;

/**
 * Brings the wallet up to the node's tip. Skips, for good, blocks below `startHeight` that the wallet has not read yet.
 * Faults: the node's (node_not_synchronised also when its chain is shorter than ours), chain_mismatch, reorg_too_deep;
 * newer_rules after everything that this build can read was read.
 */
export async function catchUp(
  context: SyncContext,
  startHeight: number,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { ledger, table, tips, rules, reports } = context;
  const { state } = ledger;
  const prepared = table.ready();
  // `await prepared` below throws a rejection of `prepared`; without this handler it would count as unhandled until then.
  prepared.catch(() => undefined);
  const tip = await tips.ask(signal);
  await prepared;
  await ledger.commit((current) => birthBelowTip(current, tip, MAX_REORG));
  const report = startProgress(context, tip);
  // The node's chain ends below all block hashes that we keep, so there is nothing to compare: the node is behind.
  if (state.chain.hashes.length > 0 && tip.height <= state.chain.base) throw behind(context, tip);
  await readDoubtful(context, tip, signal);
  await skipTo(context, startHeight, tip, signal);
  const { newer, ...read } = await readToTip(context, tip, report, signal);
  const fresh = state.chain.hashes.length === 0;
  if (!newer) rules.readAll();
  const stopped = newer && (await rules.stopped(newer, { tip: tips.tip!, fresh }, signal));
  await lookBeyondBlocks(context, signal);
  if (stopped) throw stopped;
  reports.report({ phase: 'done', targetHeight: tips.tip!.height, blocksPerSecond: 0, secondsLeft: 0 });
  if (await rules.lookAhead(tips.tip!, signal)) reports.report({});
  return read;
}

/** Undefined when so few blocks are missing that no progress is reported. */
const startProgress = (context: SyncContext, tip: ChainTip): ReportProgress | undefined => {
  const { state } = context.ledger;
  const from = Math.max(state.height, Math.min(state.account.restoreHeight, tip.height));
  if (tip.height - from <= FEW_BLOCKS) return undefined;
  // After newer rules the pass may find nothing that it can read: then the page keeps showing them.
  if (!context.rules.newer)
    context.reports.report({ phase: 'reading', startHeight: from, targetHeight: tip.height });
  return createProgress(context, from);
};

/** Searches for late spends, reads the pool, rebroadcasts. A failure of one does not stop the others. */
const lookBeyondBlocks = async (context: SyncContext, signal: AbortSignal): Promise<void> => {
  const { rules } = context;
  const search = searchLate(context, signal);
  await Promise.allSettled([search]);
  const looked = watchPool(context, signal);
  await Promise.allSettled([looked]);
  signal.throwIfAborted();
  // Runs even if the search or the pool failed: a node must not be able to stop our own transactions that way.
  if (rules.sending) await rebroadcast(context, { unreadBlocks: rules.newer !== undefined });
  await search;
  // The blocks are read, so the pass succeeded: a failed look at the pool is left to the next pass.
  await looked.catch(async (error: unknown) => {
    await context.readAgain.note(error);
    if (!isFault(error) || !error.code.startsWith('node_')) throw error;
  });
};

/** Searches for spends of outputs whose key images were imported after their blocks had been scanned. */
const searchLate = async (context: SyncContext, signal: AbortSignal): Promise<void> => {
  const { ledger, poolReader, reports } = context;
  const first = ledger.state.tables.spendSearch.get('');
  if (!first) return;
  const report = createProgress(context, first.next);
  try {
    await searchSpends(
      {
        ...context,
        onProgress: ({ from, next, to }) => {
          report(next, to, { startHeight: from, searchHeight: next });
        },
      },
      signal,
    );
  } finally {
    // Transactions in the pool may spend these outputs, too.
    poolReader.rescan();
    reports.changed();
  }
};
