/**
 * A pass of the sync. It asks the node for its tip, reads doubtful blocks again, skips blocks below the start height,
 * reads the blocks up to the tip (all, or the newest ones first: newest-first.ts), searches for spends of outputs whose key images were imported late, reads the node's
 * pool, and relays our own unconfirmed transactions again.
 */
import { isFault } from '../../base/fault.ts';
import { onDemand } from '../../base/on-demand.ts';
import type { ChainTip } from '../../ports/block-source.ts';
import { birthBelowTip } from '../account/birth.ts';
import { rebroadcast } from '../spend/outbox.ts';
import { MAX_REORG } from '../state/chain.ts';
import { quietBelowTip } from '../state/events.ts';
import type { SyncContext } from './context.ts';
import type { PassOptions } from './passes.ts';
import { createProgress, type ReportProgress } from './progress.ts';
import { readGapSlice } from './read-gap.ts';
import { readBlocksAgain, readToTip } from './read-ranges.ts';
import { searchSpends } from './search-spends.ts';
import { skipTo } from './skip.ts';
import { nextHeight, planReading, readNewestFirst, type ReadingPlan } from './newest-first.ts';
import { behind } from './tip.ts';
import type { Refreshed } from './types.ts';
import { MONTH_BLOCKS, usesRelay } from './uses-relay.ts';
import { watchPool } from './watch-pool.ts';

const relayReader = onDemand(() => import('./read-relay.ts'));
const NOTHING: Refreshed = { blocksFetched: 0, receivedMoney: false };

/** A pass of the loop takes a tip and pool that another wallet of the process asked for so many milliseconds ago. */
const POLL_AGE_MS = 1000;
/** With at most this many missing blocks, the page shows no progress bar. */
const FEW_BLOCKS = 3;

/**
 * Brings the wallet up to the node's tip. Skips blocks below `startHeight` that the wallet has not read yet; only a
 * rescan reads them later.
 * Faults: the node's (node_not_synchronised also when its chain is shorter than ours), chain_mismatch, reorg_too_deep;
 * newer_rules after everything that this build can read was read.
 */
export async function catchUp(
  context: SyncContext,
  { startHeight, polls }: PassOptions,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { ledger, table, tips, rules, reports } = context;
  const { state } = ledger;
  const prepared = table.ready();
  // `await prepared` below throws a rejection of `prepared`; without this handler it would count as unhandled until then.
  prepared.catch(() => undefined);
  const maxAgeMs = polls ? POLL_AGE_MS : 0;
  const tip = await tips.ask(signal, maxAgeMs);
  await prepared;
  // Lowers a birth height that is above the chain: otherwise the wallet would skip the money that it receives.
  await ledger.commit((current) => birthBelowTip(current, tip, MAX_REORG) ?? quietBelowTip(current, tip));
  // The node's chain ends below all block hashes that we keep, so there is nothing to compare: the node is behind.
  if (state.chain.hashes.length > 0 && tip.height <= state.chain.base) throw behind(context, tip);
  // Blocks are doubtful when a node gave a false answer after the wallet had read them (read-again.ts).
  await readBlocksAgain(context, tip, signal);
  await skipTo(context, startHeight, tip, signal);
  const plan = planFor(context, tip);
  if (plan.kind === 'ask') {
    reports.report({ phase: 'asking', startHeight: nextHeight(state, tip), targetHeight: tip.height });
    return { blocksFetched: 0, receivedMoney: false };
  }
  if (plan.kind === 'from') await readNewestFirst(context, plan.height, tip, signal);
  const report = startProgress(context, tip);
  // Runs beside the reading, so that the pass takes no longer. It is only a hint: if the pass fails before it is
  // awaited, its own failure does not matter.
  const planned = rules.newer ? undefined : rules.checkNextRules(tip, signal);
  planned?.catch(() => undefined);
  const compact = usesRelay(context)
    ? await (await relayReader()).readThroughRelay(context, tip, report, signal)
    : NOTHING;
  const { newer, ...whole } = await readToTip(context, tip, report, signal);
  const read = {
    blocksFetched: compact.blocksFetched + whole.blocksFetched,
    receivedMoney: compact.receivedMoney || whole.receivedMoney,
  };
  context.newestFirst.answer = undefined;
  const fresh = state.chain.hashes.length === 0;
  // The rule change that `faultAt` notes replaces the planned one.
  if (newer) await planned;
  else rules.allBlocksRead();
  const rulesFault = newer && (await rules.faultAt(newer, { tip: tips.tip!, fresh }, signal));
  await searchAndReadPool(context, maxAgeMs, signal);
  if (rulesFault) throw rulesFault;
  reports.report({
    phase: 'done',
    targetHeight: tips.tip!.height,
    blocksPerSecond: 0,
    secondsLeft: 0,
    lastPass: context.clock.now(),
  });
  // An empty report makes the page show newly planned rules.
  if (await planned) reports.report({});
  await context.dataCounter.store();
  // The newest blocks are shown; the older ones come after them.
  await readGapSlice(context, signal);
  return read;
}

/** Through a relay, a month is a few megabytes: it is read in order on any link. */
const planFor = (context: SyncContext, tip: ChainTip): ReadingPlan =>
  usesRelay(context) && tip.height - nextHeight(context.ledger.state, tip) <= MONTH_BLOCKS
    ? { kind: 'inOrder' }
    : planReading(context.ledger.state, context.newestFirst, tip, context.clock.now());

/** Undefined when so few blocks are missing that no progress is reported. */
const startProgress = (context: SyncContext, tip: ChainTip): ReportProgress | undefined => {
  const { state } = context.ledger;
  const from = Math.max(state.height, Math.min(state.account.restoreHeight, tip.height));
  if (tip.height - from <= FEW_BLOCKS) return undefined;
  // If an earlier pass ended at rules that this build does not know, this pass may read nothing. A report would remove
  // the message about these rules from the page.
  if (!context.rules.newer)
    context.reports.report({ phase: 'reading', startHeight: from, targetHeight: tip.height });
  return createProgress(context, from);
};

/** Searches spends of late key images, reads the pool, relays ours again. A failure of one does not stop the others. */
const searchAndReadPool = async (
  context: SyncContext,
  maxAgeMs: number,
  signal: AbortSignal,
): Promise<void> => {
  const { rules } = context;
  const search = searchLate(context, signal);
  // Waits without throwing: the next steps run even if this one fails.
  await Promise.allSettled([search]);
  const poolRead = watchPool(context, signal, maxAgeMs);
  await Promise.allSettled([poolRead]);
  signal.throwIfAborted();
  // Runs even if the search or the pool failed: otherwise a node could stop our relaying by failing those requests.
  if (rules.sending) await rebroadcast(context, { unreadBlocks: rules.newer !== undefined, signal });
  await search;
  // Unlike a failed search, which may have missed a spend, a node that does not answer about its pool does not make the
  // pass fail: the blocks are read, and the next pass looks at the pool again.
  await poolRead.catch(async (error: unknown) => {
    await context.readAgain.note(error);
    if (!isFault(error) || !error.code.startsWith('node_')) throw error;
  });
};

/** Searches for spends of outputs whose key images were imported after their blocks had been scanned. */
const searchLate = async (context: SyncContext, signal: AbortSignal): Promise<void> => {
  const { ledger, poolReader } = context;
  // The table has one record at most, under the empty key.
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
  }
};
