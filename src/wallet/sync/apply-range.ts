/** Scans ranges in the pool and commits their changes. */
import type { RawBlocks } from '../../ports/block-source.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';
import { isFault } from '../../base/fault.ts';
import { addressCounts, labelsOf } from '../account/lookahead.ts';
import { fault } from '../faults.ts';
import { reduceRange, type Reduced } from '../ledger/reduce-range.ts';
import { labelsIndex } from '../state/labels.ts';
import type { WalletState } from '../state/state.ts';
import type { Put } from '../state/tables.ts';
import { MAX_REORG } from '../state/chain.ts';
import type { SyncContext } from './context.ts';
import { joinRanges } from './join-ranges.ts';

/** A scanned range, and the version of the address table that it was scanned with. */
export interface Scanned {
  /** Scans the same blocks with the newest table. */
  readonly again: (scanned: Scanned) => Promise<Scanned>;
  readonly range: ScannedRange;
  readonly version: number;
}

type Scanning = Pick<SyncContext, 'pool' | 'table' | 'dataCounter'>;

export async function scan(context: Scanning, raw: RawBlocks): Promise<Scanned> {
  const { pool, table, dataCounter } = context;
  const { version } = table;
  dataCounter.wasRead(raw);
  const again = ({ range }: Scanned): Promise<Scanned> =>
    scan(context, {
      ...raw,
      // The buffer was transferred to a worker and back.
      bytes: range.parts[0]!.bytes,
      ...(range.offsets && { offsets: range.offsets }),
    });
  return { range: await pool.scan(raw), version, again };
}

/** Scans the range again if it was scanned with an older table. */
export async function scanWithNewestTable(
  context: Pick<Scanning, 'table'>,
  scanned: Scanned,
): Promise<Scanned> {
  return scanned.version === context.table.version ? scanned : scanned.again(scanned);
}

export interface ApplyOptions {
  /** True if the range may be the first one of a wallet without blocks. */
  readonly fresh: boolean;
  /** Called when a range must be scanned again with a newer table: the ranges after it can be sent meanwhile. */
  readonly onNewerTable?: (() => void) | undefined;
  readonly reduce?: typeof reduceRange;
}

/**
 * True if the range cannot be committed together with others, because it has to be scanned again: it was scanned with
 * an older table, or pays an address that needs a wider one; or because its outputs enter the tree, which takes a tenth of a second.
 */
export function needsOwnCommit(
  { ledger: { state }, table, loadTree }: Pick<SyncContext, 'ledger' | 'table' | 'loadTree'>,
  { range, version }: Scanned,
): boolean {
  const labels = labelsOf(state);
  return (
    (loadTree !== undefined && (state.chain.hashes.length === 0 || state.tables.tree.size > 0)) ||
    version < table.version ||
    range.found.some(({ subaddress: { major, minor } }) => labels[major]?.[minor] === undefined)
  );
}

/**
 * Commits ranges that follow each other: together if that is possible, otherwise one by one. Returns what each commit
 * did. After a fault, the ranges before the faulty one are committed.
 */
export async function applyRanges(
  context: SyncContext,
  group: readonly Scanned[],
  { fresh, onNewerTable }: Omit<ApplyOptions, 'reduce'>,
): Promise<readonly Reduced[]> {
  const together = await applyTogether(context, group, fresh);
  if (together) return [together];
  const all: Reduced[] = [];
  for (const scanned of group)
    all.push(await applyRange(context, scanned, { fresh: fresh && all.length === 0, onNewerTable }));
  return all;
}

/** Undefined when nothing was committed because a single range needs its own answer. */
const applyTogether = async (
  context: SyncContext,
  group: readonly Scanned[],
  fresh: boolean,
): Promise<Reduced | undefined> => {
  const { table } = context;
  if (group.length === 1 || group.some(({ version }) => version < table.version)) return undefined;
  const range = joinRanges(group.map((each) => each.range));
  if (!range) return undefined;
  try {
    const { reduced, wider } = await commitRange(context, range, { fresh });
    if (wider) return undefined;
    reportCommitted(context, reduced);
    return reduced;
  } catch (error) {
    if (isFault(error, 'chain_mismatch') || isFault(error, 'node_bad_answer')) return undefined;
    throw error;
  }
};

/**
 * Commits one range. If it pays an address near the end of the table, widens the table and scans the range again. Own
 * fault: chain_mismatch when another task removed the wallet's blocks meanwhile.
 */
export async function applyRange(
  context: SyncContext,
  given: Scanned,
  options: ApplyOptions,
): Promise<Reduced> {
  const { table } = context;
  let scanned = given;
  for (;;) {
    if (scanned.version < table.version) {
      const again = scanWithNewestTable(context, scanned);
      options.onNewerTable?.();
      scanned = await again;
    }
    const { reduced, wider } = await commitRange(context, scanned.range, options);
    if (wider) {
      await table.widen(wider);
      continue;
    }
    reportCommitted(context, reduced);
    return reduced;
  }
}

/**
 * Commits ranges that follow each other together, as `applyRange` does with one. Without ranges, and if they do not
 * follow each other, nothing is committed.
 */
export async function applyAsOne(
  context: SyncContext,
  given: readonly Scanned[],
  options: Pick<ApplyOptions, 'fresh' | 'reduce'>,
): Promise<void> {
  const [only, ...more] = given;
  if (only && more.length === 0) {
    await applyRange(context, only, options);
    return;
  }
  for (let scans = given; ;) {
    scans = await Promise.all(scans.map((each) => scanWithNewestTable(context, each)));
    const ranges = scans.map((each) => each.range);
    const range = joinRanges(ranges);
    if (!range) return;
    const { reduced, wider } = await commitRange(context, range, options, ranges);
    if (!wider) {
      reportCommitted(context, reduced);
      return;
    }
    await context.table.widen(wider);
  }
}

const reportCommitted = (
  { poolReader, readAgain }: SyncContext,
  { change, detached, from }: Reduced,
): void => {
  // A reorg returns transactions to the pool, and pool transactions may spend a new output: scan the pool again.
  if (detached > 0 || change.puts.some(({ table }) => table === 'outputs')) poolReader.rescan();
  readAgain.wasRead(from);
};

/**
 * `ranges`: those that were joined. `wider`: numbers of labelled addresses that the table does not cover. In this case
 * nothing was committed.
 */
const commitRange = async (
  { blocks, ledger, table, loadTree }: SyncContext,
  range: ScannedRange,
  { fresh, reduce = reduceRange }: ApplyOptions,
  ranges: readonly ScannedRange[] = [range],
): Promise<{ readonly reduced: Reduced; readonly wider: readonly number[] | undefined }> => {
  let reduced: Reduced | undefined;
  let wider: readonly number[] | undefined;
  const tree = await loadTree?.();
  // Computed inside the commit, so that it sees what other tasks have committed meanwhile.
  await ledger.commit((current) => {
    // A rescan removed the blocks while we read: this range is not the first of the chain.
    if (current.chain.hashes.length === 0 && !fresh)
      throw fault('chain_mismatch', { height: range.startHeight });
    reduced = reduce(current, range, MAX_REORG);
    const counts = countsAfter(current, reduced.change.puts);
    wider = counts && !table.covers(counts) ? counts : undefined;
    if (wider) return undefined;
    return tree ? tree.grow(current, ranges, reduced, blocks.node?.address) : reduced.change;
  });
  return { reduced: reduced!, wider };
};

/** The numbers of labelled addresses; undefined when the range adds none. */
export function countsAfter(state: WalletState, puts: readonly Put[]): readonly number[] | undefined {
  const added = puts.filter((each) => each.table === 'labels');
  if (added.length === 0) return undefined;
  const counts = [...addressCounts(state)];
  for (const { key, value } of added) {
    const { major, minor } = labelsIndex(key);
    counts[major] = minor + value.length;
  }
  return counts;
}
