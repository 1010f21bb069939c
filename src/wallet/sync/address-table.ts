/**
 * The table of addresses that the scan pool searches for: those with labels and the look-ahead beyond them. The pool
 * gets it when it is first needed, and again whenever it grows.
 */
import type { PublicKey } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { addressCounts, buildInSteps, scanKeysOf, tableShape, widenRows } from '../account/lookahead.ts';
import type { AccountRecord } from '../state/records/account.ts';
import { inTurns, pauseOf } from '../turns.ts';
import type { SyncDeps } from './types.ts';

export interface AddressTable {
  /** How many tables the pool got. */
  readonly version: number;
  /** Resolves when the pool has a table for the labels in the state. */
  ready(): Promise<void>;
  /** Sends the pool a table for these numbers of labelled addresses. */
  widen(counts: readonly number[]): Promise<void>;
  /** True if the table holds the look-ahead beyond these numbers of labelled addresses. */
  covers(counts: readonly number[]): boolean;
  /** Call this when the labels in the state have changed. */
  labelsChanged(): Promise<void>;
  /** Call this when the account has other keys. */
  keysChanged(): Promise<void>;
  indexOf(spendPublic: PublicKey): Promise<SubaddressIndex | undefined>;
  /** Overwrites all rows. */
  wipe(): void;
}

type Parts = Pick<SyncDeps, 'ledger' | 'pool' | 'cryptoWorkers' | 'clock' | 'early'>;
export interface AddressTableDeps extends Parts {
  /** Called when the pool got another table. */
  readonly onTable: () => void;
}

/** A program that makes many addresses needs few tables: each has ten thousand keys for every worker. */
const GATHER_MS = 250;

export function createAddressTable(deps: AddressTableDeps): AddressTable {
  const { state } = deps.ledger;
  let rows: readonly Uint8Array[] = [];
  let rowsOf: Uint8Array | undefined;
  let version = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let first: Promise<void> | undefined;
  let wiped = false;

  /** The rows to reuse; none when they belong to other keys. */
  const knownRows = async ({ spendPublic }: AccountRecord): Promise<readonly Uint8Array[]> => {
    const of = version === 0 ? deps.early?.spendPublic : rowsOf;
    if (!of || !equalBytes(of, spendPublic)) return [];
    return version === 0 ? ((await deps.early?.rows.catch(() => undefined)) ?? []) : rows;
  };
  const widenNow = async (counts: readonly number[]): Promise<void> => {
    const { account } = state;
    const shape = tableShape(counts, account.lookahead);
    const known = await knownRows(account);
    const widened = await widenRows(deps.cryptoWorkers, account, shape, known);
    const built = await inTurns(buildInSteps(account, shape, widened), pauseOf(deps.clock));
    rows = built.rows;
    rowsOf = account.spendPublic;
    version += 1;
    await deps.pool.configure(scanKeysOf(account, built.table));
    deps.onTable();
  };
  const covers = (counts: readonly number[]): boolean =>
    tableShape(counts, state.account.lookahead).every(
      (count, major) => (rows[major]?.length ?? 0) >= count * 32,
    );
  /** Runs one after the other: otherwise a smaller table could overwrite a larger one. */
  const widen = (counts: readonly number[]): Promise<void> => {
    const next = turn.then(() => widenNow(counts));
    turn = next.catch(() => undefined);
    return next;
  };
  const ready = async (): Promise<void> => {
    await (first ??= widen(addressCounts(state)).catch((error: unknown) => {
      first = undefined;
      throw error;
    }));
    if (!covers(addressCounts(state))) await widen(addressCounts(state));
  };
  const labelsChanged = async (): Promise<void> => {
    // Without a table there is nothing to replace: the first one will have these labels.
    if (!first) return;
    await first;
    await widen(addressCounts(state));
  };
  const widenSoon = gathered(deps.clock, async () => {
    if (!wiped && !covers(addressCounts(state))) await labelsChanged();
  });
  // New addresses need a wider table. Not awaited: the next scan waits for the table and reports the fault.
  deps.ledger.onCommit(({ addresses }) => {
    if (addresses && first && !covers(addressCounts(state))) widenSoon();
  });
  return {
    get version() {
      return version;
    },
    ready,
    widen,
    covers,
    labelsChanged,
    keysChanged: () => {
      rows = [];
      return labelsChanged();
    },
    indexOf: async (spendPublic) => {
      await ready();
      return indexIn(rows, spendPublic);
    },
    wipe: () => {
      wiped = true;
      for (const row of rows) row.fill(0);
      rows = [];
    },
  };
}

/** Runs `work`, whose faults do not count, once for all calls of a moment. */
const gathered = (clock: Clock, work: () => Promise<void>): (() => void) => {
  let waiting = false;
  const run = async (): Promise<void> => {
    await clock.sleep(GATHER_MS);
    waiting = false;
    await work();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    run().catch(() => undefined);
  };
};

const indexIn = (rows: readonly Uint8Array[], spendPublic: PublicKey): SubaddressIndex | undefined => {
  for (const [major, row] of rows.entries())
    for (let at = 0; at < row.length; at += 32)
      if (equalBytes(row.subarray(at, at + 32), spendPublic)) return { major, minor: at / 32 };
  return undefined;
};
