/** Scans ranges in the pool, and commits what one changes. */
import type { RawBlocks } from '../../ports/block-source.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';
import { labelsOf } from '../account/lookahead.ts';
import { fault } from '../faults.ts';
import { reduceRange, type Reduced } from '../ledger/reduce-range.ts';
import type { WalletState } from '../state/state.ts';
import type { Put } from '../state/types.ts';
import { MAX_REORG, type SyncContext } from './context.ts';

/** A scanned range, and the version of the table it was scanned with. */
export interface Scanned {
  readonly raw: RawBlocks;
  readonly range: ScannedRange;
  readonly version: number;
}

type Scanning = Pick<SyncContext, 'pool' | 'table'>;

export async function scan({ pool, table }: Scanning, raw: RawBlocks): Promise<Scanned> {
  const { version } = table;
  return { raw, range: await pool.scan(raw), version };
}

const scanAgain = (context: Scanning, { raw, range }: Scanned): Promise<Scanned> =>
  scan(context, {
    ...raw,
    // They went to a worker and came back.
    bytes: range.bytes,
    ...(range.offsets && { offsets: range.offsets }),
  });

export interface ApplyOptions {
  /** The range may be the first of an empty chain. */
  readonly fresh: boolean;
  readonly reduce?: typeof reduceRange;
}

/**
 * Commits one range. Money at a new address widens the table, and the range is scanned again with it. Faults:
 * chain_mismatch when the chain was forgotten meanwhile, and those of `reduce`.
 */
export async function applyRange(
  context: SyncContext,
  given: Scanned,
  options: ApplyOptions,
): Promise<Reduced> {
  const { table, poolLook, readAgain, reports } = context;
  let scanned = given;
  for (;;) {
    if (scanned.version < table.version) scanned = await scanAgain(context, scanned);
    const { reduced, wider } = await commitRange(context, scanned.range, options);
    if (wider) {
      await table.widen(wider);
      continue;
    }
    const { change, detached, from } = reduced;
    // What a reorg gave back to the pool has to be looked at again there, and what may spend a new output.
    if (detached > 0 || change.puts.some(({ table }) => table === 'outputs')) poolLook.again();
    if (change.puts.length > 0 || detached > 0) reports.changed();
    readAgain.wasRead(from);
    return reduced;
  }
}

/** `wider`: nothing was committed, since the table does not reach far enough for these labels. */
const commitRange = async (
  { ledger, table }: SyncContext,
  range: ScannedRange,
  { fresh, reduce = reduceRange }: ApplyOptions,
): Promise<{ readonly reduced: Reduced; readonly wider: Labels | undefined }> => {
  let reduced: Reduced | undefined;
  let wider: Labels | undefined;
  // Worked out when its turn to be written comes: nothing that others commit meanwhile is overwritten.
  await ledger.commit((current) => {
    // Forgotten while we read: what was to be the next range is no beginning.
    if (current.chain.hashes.length === 0 && !fresh)
      throw fault('chain_mismatch', { height: range.startHeight });
    reduced = reduce(current, range, MAX_REORG);
    const labels = labelsAfter(current, reduced.change.puts);
    wider = labels && !table.covers(labels) ? labels : undefined;
    return wider ? undefined : reduced.change;
  });
  return { reduced: reduced!, wider };
};

type Labels = ReturnType<typeof labelsOf>;

/** Undefined when the range changes no labels. */
const labelsAfter = (state: WalletState, puts: readonly Put[]): Labels | undefined => {
  const changed = puts.filter((each) => each.table === 'labels');
  if (changed.length === 0) return undefined;
  const labels = [...labelsOf(state)];
  for (const { key, value } of changed) labels[Number(key)] = value;
  return labels;
};
