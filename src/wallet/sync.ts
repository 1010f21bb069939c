/**
 * The one loop: daemon -> scan -> ledger -> store. Ranges are prefetched and scanned ahead in the pool, applied in
 * chain order, and each is committed in one transaction before the next; a kill at any point continues from there.
 */
import { equalBytes } from '../base/bytes.ts';
import { isFault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import type { BlockSource, ChainTip, RawBlocks } from '../ports/block-source.ts';
import type { Clock } from '../ports/clock.ts';
import type { CryptoWorkers } from '../ports/crypto-workers.ts';
import type { NodeControl, NodeSettings } from '../ports/node-control.ts';
import type { Random } from '../ports/random.ts';
import type { ScanPool, ScannedRange, SubaddressIndex } from '../ports/scan-pool.ts';
import type { TxRelay } from '../ports/tx-relay.ts';
import { genesisId } from '../protocol/block/genesis.ts';
import { buildTable, labelsOf, scanKeysOf, tableShape, widenRows } from './account/lookahead.ts';
import { birthBelowTip, startBlur } from './account/birth.ts';
import { fault } from './faults.ts';
import { createPoolLook } from './pool-look.ts';
import { reducePool } from './ledger/reduce-pool.ts';
import { reduceRange, replaceRange, type Reduced } from './ledger/reduce-range.ts';
import { createMeter } from './meter.ts';
import { nextWait } from './pace.ts';
import { searchSpends } from './search-spends.ts';
import { createReadAgain, MOST_READ_AGAIN } from './read-again.ts';
import { createReadAhead, FIRST_BLOCKS } from './read-ahead.ts';
import { shortHistory } from './state/chain.ts';
import type { Ledger } from './state/state.ts';
import type { AccountRecord, Put, SpendSearch } from './state/types.ts';
import { rebroadcast } from './spend/outbox.ts';

/** Reorgs deeper than this need the user (upstream: max_reorg_depth, 100 for a remote node). */
const MAX_REORG = 100;
/** How often in a row the chain may move under us without growing. */
const RETRIES = 3;
/** How often a person is told how far the reading is. */
const TELL_MS = 100;
/** Behind by no more than this is still up to date for a person. */
const FEW_BLOCKS = 3;

/** Rows of the table of addresses of one account that are on their way already (see widenRows). */
export interface EarlyRows {
  readonly spendPublic: Uint8Array;
  readonly rows: Promise<readonly Uint8Array[]>;
}

export interface SyncDeps {
  readonly blocks: BlockSource & Pick<NodeControl, 'node'>;
  readonly relay: TxRelay;
  readonly pool: ScanPool;
  readonly cryptoWorkers: CryptoWorkers;
  readonly early?: EarlyRows;
  readonly clock: Clock;
  readonly random: Random;
  readonly ledger: Ledger;
}

export interface SyncStatus {
  /** idle: not started. reading: behind the tip. done: at the tip. waiting: the node does not answer. */
  readonly phase: 'idle' | 'reading' | 'done' | 'waiting';
  readonly height: number;
  readonly targetHeight: number;
  readonly startHeight: number;
  readonly blocksPerSecond: number;
  /** 0 while unknown. */
  readonly secondsLeft: number;
  readonly devnet: boolean;
  /** Blocks below `height` are read again for spends (search-spends.ts), up to `targetHeight`: how far. */
  readonly searchHeight?: number;
  readonly problem?: { readonly fault: string; readonly data: unknown; readonly since: number };
}

export interface Refreshed {
  readonly blocksFetched: number;
  readonly receivedMoney: boolean;
}

export interface HeardTip {
  readonly tip: ChainTip;
  /** The node that told it. */
  readonly from: NodeSettings | undefined;
  /** When it was asked: milliseconds. */
  readonly at: number;
}

export interface Sync {
  readonly status: SyncStatus;
  readonly tip: ChainTip | undefined;
  readonly lastHeard: HeardTip | undefined;
  /**
   * Catches up once, with a pass that asks for the tip after this call. Faults: the node's, chain_mismatch,
   * reorg_too_deep; cancelled when it is stopped.
   */
  refresh(startHeight?: number): Promise<Refreshed>;
  /** The pool knows our keys and addresses. */
  prepared(): Promise<void>;
  /** Asks the node what waits in its pool. Faults: the node's. */
  lookAtPool(): Promise<void>;
  /** Keeps up by itself every `seconds`. */
  start(seconds: number): void;
  /** Nobody sees the page: keeps up more rarely. Keeps up at once when it is seen again. */
  hide(hidden: boolean): void;
  stop(): Promise<void>;
  /** Overwrites the table of addresses. Nothing may be under way or begin afterwards. */
  forget(): void;
  /** Labels changed: scan for the new addresses too. */
  tableChanged(): Promise<void>;
  /** The account has other keys: everything is looked for anew. Nothing may be under way. */
  keysChanged(): Promise<void>;
  /** Where a spend key of ours stands, look-ahead included. */
  indexOf(spendPublic: Uint8Array): Promise<SubaddressIndex | undefined>;
  onStatus(listener: (status: SyncStatus) => void): void;
  onChange(listener: () => void): void;
}

export function createSync(given: SyncDeps): Sync {
  const { blocks, relay, pool, cryptoWorkers, clock, random, ledger, ...deps } = given;
  const { state } = ledger;
  const statusListeners = new Set<(status: SyncStatus) => void>();
  const changeListeners = new Set<() => void>();
  const meter = createMeter(clock);
  let tip: ChainTip | undefined;
  let lastHeard: HeardTip | undefined;
  let rows: readonly Uint8Array[] = [];
  let rowsOf: Uint8Array | undefined;
  let tableVersion = 0;
  let configuring: Promise<unknown> = Promise.resolve();
  let configured: Promise<void> | undefined;
  interface Pass {
    readonly end: Promise<Refreshed>;
    readonly signal: AbortSignal;
  }
  let running: Pass | undefined;
  let next: Pass | undefined;
  let stopping = new AbortController();
  let loop: Promise<void> | undefined;
  let hidden = false;
  /** Ends the wait between two rounds. */
  let wake = (): void => undefined;
  const poolLook = createPoolLook({ blocks, pool, clock, random });
  const readAgain = createReadAgain(ledger, clock);
  let status: SyncStatus = {
    phase: 'idle',
    height: state.height,
    targetHeight: 0,
    startHeight: state.height,
    blocksPerSecond: 0,
    secondsLeft: 0,
    devnet: false,
  };

  const tell = (next: Partial<SyncStatus>): void => {
    const { problem: _old, searchHeight: _before, ...rest } = status;
    status = { ...rest, height: state.height, devnet: tip?.devnet ?? status.devnet, ...next };
    for (const listener of statusListeners) listener(status);
  };
  const changed = (): void => {
    for (const listener of changeListeners) listener();
  };

  /** One after the other, or the narrower table might come last. */
  const configure = (labels = labelsOf(state)): Promise<void> => {
    const next = configuring.then(() => configureNow(labels));
    configuring = next.catch(() => undefined);
    return next;
  };
  const configureNow = async (labels: readonly (readonly string[])[]): Promise<void> => {
    const { account } = state;
    const shape = tableShape(labels, account.lookahead);
    const built = buildTable(
      account,
      shape,
      await widenRows(cryptoWorkers, account, shape, await knownRows(account)),
    );
    rows = built.rows;
    rowsOf = account.spendPublic;
    tableVersion += 1;
    await pool.configure(scanKeysOf(account, built.table));
    // What pays an address that was not in the table before may wait in the pool.
    poolLook.again();
  };
  /** Rows of other keys are of no use. */
  const knownRows = async ({ spendPublic }: AccountRecord): Promise<readonly Uint8Array[]> => {
    const of = tableVersion === 0 ? deps.early?.spendPublic : rowsOf;
    if (!of || !equalBytes(of, spendPublic)) return [];
    return tableVersion === 0 ? ((await deps.early?.rows.catch(() => undefined)) ?? []) : rows;
  };
  const ready = (): Promise<void> =>
    (configured ??= configure().catch((error: unknown) => {
      configured = undefined;
      throw error;
    }));

  /** A scanned range, and with which table: an older table means scanning again. */
  interface Scanned {
    readonly raw: RawBlocks;
    readonly range: ScannedRange;
    readonly version: number;
  }
  const scan = async (raw: RawBlocks): Promise<Scanned> => {
    const version = tableVersion;
    return { raw, range: await pool.scan(raw), version };
  };
  const scanAgain = ({ raw, range }: Scanned): Promise<Scanned> =>
    scan({
      ...raw,
      // They went to a worker and came back.
      bytes: range.bytes,
      ...(range.places && { places: range.places }),
    });

  /** Applies one range; money at a new address widens the table, and the range is looked at again with it. */
  const apply = async (given: Scanned, fresh: boolean, reduce = reduceRange): Promise<Reduced> => {
    let scanned = given;
    for (;;) {
      if (scanned.version < tableVersion) scanned = await scanAgain(scanned);
      const { range } = scanned;
      let reduced: Reduced | undefined;
      let wider: readonly (readonly string[])[] | undefined;
      // Worked out when its turn to be written comes: nothing that others commit meanwhile is overwritten.
      await ledger.commit((current) => {
        // Forgotten while we read: what was to be the next range is no beginning.
        if (current.chain.hashes.length === 0 && !fresh)
          throw fault('chain_mismatch', { height: range.startHeight });
        reduced = reduce(current, range, MAX_REORG);
        wider = labelsAfter(reduced.change.puts);
        if (wider && covers(wider)) wider = undefined;
        return wider ? undefined : reduced.change;
      });
      if (wider) {
        await configure(wider);
        continue;
      }
      // What a reorg gave back to the pool has to be looked at again there, and what may spend a new output.
      if (reduced!.detached > 0 || reduced!.change.puts.some(({ table }) => table === 'outputs'))
        poolLook.again();
      if (reduced!.change.puts.length > 0 || reduced!.detached > 0) changed();
      readAgain.wasRead(reduced!.from);
      return reduced!;
    }
  };
  /** Whether the table reaches far enough beyond these labels. */
  const covers = (labels: readonly (readonly string[])[]): boolean =>
    tableShape(labels, state.account.lookahead).every(
      (count, major) => (rows[major]?.length ?? 0) >= count * 32,
    );
  const labelsAfter = (puts: readonly Put[]): readonly (readonly string[])[] | undefined => {
    const labels = [...labelsOf(state)];
    let touched = false as boolean;
    for (const each of puts) {
      if (each.table !== 'labels') continue;
      labels[Number(each.key)] = each.value;
      touched = true;
    }
    return touched ? labels : undefined;
  };

  const firstRange = async (signal: AbortSignal, height: number): Promise<RawBlocks> => {
    const genesis = genesisId(state.account.network);
    if (state.chain.hashes.length > 0)
      return blocks.blocksAfter(shortHistory(state.chain, genesis), { maxBlocks: FIRST_BLOCKS, signal });
    // A fresh chain starts below the birthday, so that a small reorg there is seen and the node does not learn it.
    const below = MAX_REORG + startBlur(state.account.viewSecret);
    const from = Math.max(0, Math.min(state.account.restoreHeight, height - 1) - below);
    const first = await (from === 0
      ? blocks.blocksAfter([genesis], { maxBlocks: FIRST_BLOCKS, signal })
      : blocks.blocksFrom(from, { maxBlocks: FIRST_BLOCKS, signal }));
    // An empty chain takes any block for its first: an answer to another question would hide all that lies below it.
    if (first.count > 0 && first.startHeight !== from) throw otherStart(first, from);
    return first;
  };
  const otherStart = ({ startHeight }: RawBlocks, from: number): Error =>
    fault('node_bad_answer', {
      address: blocks.node?.address ?? '',
      what: `blocks from ${startHeight} instead of ${from}`,
    });

  const askTip = async (signal: AbortSignal): Promise<ChainTip> => {
    // The node is looked at before it is asked: when it answers another one may be in use.
    lastHeard = { from: blocks.node, at: clock.now(), tip: await blocks.tip(signal) };
    return lastHeard.tip;
  };

  const catchUp = async (signal: AbortSignal): Promise<Refreshed> => {
    const prepared = ready();
    // Heard of below, unless the node fails first.
    prepared.catch(() => undefined);
    tip = await askTip(signal);
    await prepared;
    const seen = tip;
    await ledger.commit((current) => birthBelowTip(current, seen, MAX_REORG));
    let receivedMoney = false;
    let blocksFetched = 0;
    // A new block or two are no reason to say that we are reading.
    const from = Math.max(state.height, Math.min(state.account.restoreHeight, tip.height));
    const far = tip.height - from > FEW_BLOCKS;
    if (far) {
      meter.reset(from);
      tell({ phase: 'reading', startHeight: from, targetHeight: tip.height });
    }
    // Below all that we remember nothing can be compared: not another chain, only far behind.
    if (state.chain.hashes.length > 0 && tip.height <= state.chain.base) throw behind(tip);
    await readDoubtful(tip, signal);
    let highest = state.height;
    for (let attempt = 0; needsBlocks(tip); attempt++) {
      const chainBefore = state.chain;
      try {
        const result = await readRanges(signal, tip.height, far);
        receivedMoney ||= result.receivedMoney;
        blocksFetched += result.blocksFetched;
        tip = await askTip(signal);
        // What it has is part of what we have: it is behind, or it lost blocks. Nothing is taken back on that.
        if (state.chain === chainBefore && needsBlocks(tip)) throw behind(tip);
      } catch (error) {
        // The chain moved under us: look for the split again, but not for ever.
        if (!isFault(error, 'chain_mismatch') || attempt >= RETRIES) throw error;
      }
      if (state.height > highest) {
        highest = state.height;
        attempt = 0;
      } else if (attempt >= RETRIES) throw fault('chain_mismatch', { height: state.height });
    }
    const search = searchLate(signal);
    await Promise.allSettled([search]);
    const looked = lookAtPool(signal);
    await Promise.allSettled([looked]);
    signal.throwIfAborted();
    // Whatever became of the search and the look at the pool: a node cannot hold our own transactions back with it.
    await rebroadcast({ relay, ledger, clock });
    await search;
    // The blocks are read, which is what was asked for. The next pass looks at the pool again.
    await looked.catch(async (error: unknown) => {
      await readAgain.note(error);
      if (!isFault(error) || !error.code.startsWith('node_')) throw error;
    });
    tell({ phase: 'done', targetHeight: tip.height, blocksPerSecond: 0, secondsLeft: 0 });
    return { blocksFetched, receivedMoney };
  };

  /** Once more what a node sent that gave a false answer, unless this one has fewer blocks. */
  const readDoubtful = async ({ height }: ChainTip, signal: AbortSignal): Promise<void> => {
    const from = readAgain.due();
    if (from === undefined || height < state.height) return;
    const raw = await blocks.blocksFrom(from, { maxBlocks: 2 * MOST_READ_AGAIN, signal });
    if (raw.startHeight !== from) throw otherStart(raw, from);
    await apply(await scan(raw), false, replaceRange);
  };

  const behind = ({ height }: ChainTip): Error =>
    fault('node_not_synchronised', { address: blocks.node?.address ?? '', height, target: state.height });

  const needsBlocks = ({ height, topHash }: ChainTip): boolean => {
    // A node gives nothing after the first block when there is nothing after it, not even that block.
    if (state.height === 0 && height <= 1) return false;
    if (state.height !== height) return true;
    const mine = state.chain.hashes.subarray(-32);
    return toHex(mine) !== toHex(topHash);
  };

  const readRanges = async (signal: AbortSignal, target: number, far: boolean): Promise<Refreshed> => {
    let receivedMoney = false;
    let blocksFetched = 0;
    const ahead: Promise<Scanned>[] = [];
    let fresh = state.chain.hashes.length === 0;
    const reader = createReadAhead(firstRange(signal, target), (height, maxBlocks) =>
      blocks.blocksFrom(height, { maxBlocks, signal }),
    );
    let toldAt = -Infinity;
    let reading: Promise<void> | undefined;
    let end: { readonly error?: unknown } | undefined;
    /** Keeps the workers busy, and no more than that waiting. What was read before a failure still counts. */
    const fill = (): void => {
      if (end || ahead.length >= 2 * pool.size) return;
      reading ??= reader
        .next()
        .then(
          (raw) => {
            if (!raw) end = {};
            else {
              const scanned = scan(raw);
              scanned.catch(() => undefined); // looked at when its turn comes
              ahead.push(scanned);
            }
          },
          (error: unknown) => (end = { error }),
        )
        .then(() => {
          reading = undefined;
          fill();
        });
    };
    for (;;) {
      fill();
      if (ahead.length === 0 && reading) {
        await reading;
        continue;
      }
      const scanned = await ahead.shift();
      if (!scanned) break;
      signal.throwIfAborted();
      const result = await apply(scanned, fresh);
      fresh = false;
      receivedMoney ||= result.receivedMoney;
      blocksFetched += result.added;
      if (!far || clock.now() - toldAt < TELL_MS) continue;
      toldAt = clock.now();
      const speed = meter.at(state.height);
      const left = Math.max(0, target - state.height);
      tell({
        phase: 'reading',
        targetHeight: target,
        blocksPerSecond: speed,
        secondsLeft: speed > 0 ? Math.ceil(left / speed) : 0,
      });
    }
    if (end && 'error' in end) throw end.error;
    return { blocksFetched, receivedMoney };
  };

  /** What was spent of outputs whose key images were learned after their blocks had been scanned. */
  const searchLate = async (signal: AbortSignal): Promise<void> => {
    const first = state.tables.spendSearch.get('');
    if (!first) return;
    meter.reset(first.next);
    let toldAt = -Infinity;
    const onProgress = ({ from, next, to }: SpendSearch): void => {
      if (clock.now() - toldAt < TELL_MS) return;
      toldAt = clock.now();
      const speed = meter.at(next);
      tell({
        phase: 'reading',
        startHeight: from,
        searchHeight: next,
        targetHeight: to,
        blocksPerSecond: speed,
        secondsLeft: speed > 0 ? Math.ceil((to - next) / speed) : 0,
      });
    };
    try {
      await searchSpends({ blocks, pool, ledger, onProgress }, signal);
    } finally {
      // What waits in the pool may spend these outputs, too.
      poolLook.again();
      changed();
    }
  };

  const lookAtPool = async (signal: AbortSignal): Promise<void> => {
    // Without the spend key our own change would look like money from others.
    if (state.settings.background?.away) return;
    const { present, seen, failure, applied } = await poolLook.round(signal);
    let touched = false as boolean;
    await ledger.commit((current) => {
      const change = reducePool(current, present, seen);
      touched = change.puts.length > 0 || change.deletes.length > 0;
      return change;
    });
    applied();
    if (touched) changed();
    if (failure) throw failure;
  };

  /**
   * A pass that is under way may have asked for the tip before a block came that the caller knows of, so it does not
   * count: all who come meanwhile share the next one.
   */
  const refresh = (): Promise<Refreshed> => {
    const { signal } = stopping;
    if (!running) return (running = begin(signal)).end;
    if (next?.signal === signal) return next.end;
    const startNext = (): Promise<Refreshed> => {
      if (next === mine) next = undefined;
      if (signal.aborted) throw fault('cancelled');
      return (running ??= begin(signal)).end;
    };
    const mine: Pass = { signal, end: running.end.then(startNext, startNext) };
    next = mine;
    return mine.end;
  };
  const begin = (signal: AbortSignal): Pass => {
    const end = catchUp(signal)
      .catch(async (error: unknown) => {
        await readAgain.note(error);
        throw error;
      })
      .finally(() => {
        running = undefined;
      });
    return { end, signal };
  };
  /** For the loop, whichever pass it is. */
  const joinPass = (): Promise<Refreshed> => (running && !running.signal.aborted ? running.end : refresh());

  const untilNextRound = async (seconds: number, failures: number, signal: AbortSignal): Promise<void> => {
    const ended = (): boolean => signal.aborted;
    for (;;) {
      if (ended()) return;
      const was = hidden;
      const nap = new AbortController();
      wake = () => {
        nap.abort();
      };
      signal.addEventListener('abort', wake, { once: true });
      const wait = nextWait({ seconds, hidden, devnet: tip?.devnet ?? false, failures }, random);
      await clock.sleep(wait, nap.signal).catch(() => undefined);
      signal.removeEventListener('abort', wake);
      // Hidden during the wait: it begins anew, and is longer.
      if (was || !hidden) return;
    }
  };

  const keepUp = async (seconds: number, signal: AbortSignal): Promise<void> => {
    let failures = 0;
    let since = 0;
    const ended = (): boolean => signal.aborted;
    while (!ended()) {
      try {
        await joinPass();
        failures = 0;
      } catch (error) {
        if (ended()) return;
        since = failures++ === 0 ? clock.now() : since;
        // A bug must not end the loop for good either: it is told like a fault and tried again, ever more rarely.
        const problem = isFault(error)
          ? { fault: error.code, data: error.data }
          : { fault: 'internal', data: {} };
        tell({ phase: 'waiting', problem: { ...problem, since } });
      }
      await untilNextRound(seconds, failures, signal);
    }
  };

  return {
    get status() {
      return status;
    },
    get tip() {
      return tip;
    },
    get lastHeard() {
      return lastHeard;
    },
    refresh,
    prepared: ready,
    lookAtPool: async () => {
      await ready();
      await lookAtPool(stopping.signal);
    },
    hide: (next) => {
      if (next === hidden) return;
      hidden = next;
      wake();
    },
    start: (seconds) => {
      if (loop) return;
      loop = keepUp(seconds, stopping.signal);
    },
    stop: async () => {
      // Put away first: whoever starts anew meanwhile is not ours to end.
      const ending = [running?.end, loop].filter((each) => each !== undefined);
      const controller = stopping;
      loop = undefined;
      stopping = new AbortController();
      controller.abort(fault('cancelled'));
      await Promise.allSettled(ending);
    },
    forget: () => {
      for (const row of rows) row.fill(0);
      rows = [];
    },
    tableChanged: async () => {
      // Not configured yet: the first scan will read the labels as they are then.
      if (!configured) return;
      await configured;
      await configure();
    },
    keysChanged: async () => {
      rows = [];
      if (!configured) return;
      await configured;
      await configure();
    },
    indexOf: async (spendPublic) => {
      await ready();
      for (const [major, row] of rows.entries())
        for (let at = 0; at < row.length; at += 32)
          if (equalBytes(row.subarray(at, at + 32), spendPublic)) return { major, minor: at / 32 };
      return undefined;
    },
    onStatus: (listener) => {
      statusListeners.add(listener);
    },
    onChange: (listener) => {
      changeListeners.add(listener);
    },
  };
}
