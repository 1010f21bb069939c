/**
 * Daemon -> scan -> ledger -> store. Reads and scans ranges ahead, applies them in chain order, and commits each in
 * one transaction before the next; after a crash the sync continues from there. This file joins the parts and stops
 * them.
 */
import { MAY_PROVE } from '../../protocol/block/known-rules.ts';
import { onDemand } from '../../base/on-demand.ts';
import { fault } from '../faults.ts';
import { createAddressTable } from './address-table.ts';
import { catchUp } from './catch-up.ts';
import type { SyncContext } from './context.ts';
import { createDataCounter } from './data-used.ts';
import { createLoop } from './loop.ts';
import { choicesOf, missingOf } from './missing.ts';
import { readableGap } from './newest-first.ts';
import { createPasses, type PassOptions } from './passes.ts';
import { passWithFailOver } from './pass-with-fail-over.ts';
import { createPoolReader } from './pool-reader.ts';
import { createReadAgain } from './read-again.ts';
import { createReports } from './reports.ts';
import { createRulesWatch } from './rules-watch.ts';
import { spendsOnDemand } from './spends-on-demand.ts';
import { createTips } from './tip.ts';
import { treeLoader } from './tree.ts';
import type { Refreshed, Sync, SyncDeps } from './types.ts';
import { watchPool } from './watch-pool.ts';

export function createSync(deps: SyncDeps): Sync {
  const context = createContext(deps);
  const { table, tips, rules, reports } = context;
  const { ledger } = deps;
  const passes = createPasses((signal, options) => onePass(context, options, signal));
  // While the person is asked, only the answer helps.
  const hasMore = (): boolean =>
    reports.status.phase === 'done' && readableGap(ledger.state, context.newestFirst) !== undefined;
  const loop = createLoop({ ...deps, tips, reports, rules, pass: (signal) => passes.join(signal), hasMore });
  let stopping = new AbortController();
  let looping: Promise<void> | undefined;
  return {
    get status() {
      return reports.status;
    },
    get tip() {
      return tips.tip;
    },
    get lastTip() {
      return tips.lastTip;
    },
    rules,
    refresh: (startHeight) => passes.refresh(stopping.signal, startHeight),
    prepared: () => table.ready(),
    readPool: async () => {
      await table.ready();
      await watchPool(context, stopping.signal);
    },
    ...choicesOf(context, hasMore, loop),
    unreadSpends: spendsOnDemand(context, () => stopping.signal),
    get missing() {
      return missingOf(context);
    },
    light: context.light,
    hide: (hidden) => {
      loop.hide(hidden);
    },
    start: (seconds) => {
      looping ??= loop.keepUp(seconds, stopping.signal);
    },
    stop: async (limitMs) => {
      // Replaced before waiting: what starts during the wait has a new controller and continues.
      const ending = [passes.running, looping].filter((each) => each !== undefined);
      const controller = stopping;
      looping = undefined;
      stopping = new AbortController();
      controller.abort(fault('cancelled'));
      const waiting = new AbortController();
      const limit = limitMs === undefined ? [] : [deps.clock.sleep(limitMs, waiting.signal)];
      await Promise.race([Promise.allSettled(ending), ...limit]);
      waiting.abort();
      await context.dataCounter.store(true).catch(() => undefined);
    },
    forget: () => {
      table.wipe();
    },
    tableChanged: () => table.labelsChanged(),
    keysChanged: () => table.keysChanged(),
    indexOf: (spendPublic) => table.indexOf(spendPublic),
    onStatus: (listener) => {
      reports.onStatus(listener);
    },
    ...(MAY_PROVE && {
      showProving: (proving) => {
        const { problem, searchHeight } = reports.status;
        reports.report({
          ...(problem && { problem }),
          ...(searchHeight !== undefined && { searchHeight }),
          proving,
        });
      },
    }),
  };
}

const lightReader = onDemand(() => import('./read-light.ts'));

const lightPass = async (
  context: SyncContext,
  options: PassOptions,
  signal: AbortSignal,
): Promise<Refreshed> => {
  const { lightPass } = await lightReader();
  return lightPass(context, options, signal);
};

const onePass = (context: SyncContext, options: PassOptions, signal: AbortSignal): Promise<Refreshed> => {
  const { nodes, ledger, readAgain } = context;
  const { account, tables } = ledger.state;
  // Without the spend key nothing that the server names can be checked: blocks are read as by any wallet.
  if (context.lightServers && account.spendSecret && tables.lightServer.get('')?.inUse === true)
    return lightPass(context, options, signal);
  const pass = (): Promise<Refreshed> =>
    catchUp(context, options, signal).catch(async (error: unknown) => {
      await readAgain.note(error);
      throw error;
    });
  return nodes ? passWithFailOver(nodes, () => ledger.state.height, signal, pass) : pass();
};

const createContext = (deps: SyncDeps): SyncContext => {
  const { ledger, clock } = deps;
  const tips = createTips(deps);
  const poolReader = createPoolReader(deps);
  return {
    ...deps,
    tips,
    poolReader,
    table: createAddressTable({
      ...deps,
      // A pool transaction may pay an address that is new in the table.
      onTable: () => {
        poolReader.rescan();
      },
    }),
    readAgain: createReadAgain(ledger, clock),
    rules: createRulesWatch(deps),
    reports: createReports(ledger, tips),
    light: { answeredAt: 0, problem: undefined, asked: undefined, resentAt: clock.now() },
    newestFirst: { link: 'unknown', answer: undefined },
    gapSlice: 0,
    dataCounter: createDataCounter(ledger, clock, deps.traffic),
    loadTree: treeLoader(deps),
  };
};
