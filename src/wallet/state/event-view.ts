/** A change as events see it: each record before and after it, and the height. Pure. */
import { chainHeight, type Chain } from './chain.ts';
import type { EventLog, WalletEvent } from './records/events.ts';
import type { Change, TableName, Tables } from './tables.ts';

export interface EventSource {
  readonly copy: string;
  readonly chain: Chain;
  readonly tables: { readonly [T in TableName]: ReadonlyMap<string, Tables[T]> };
}
/** An event that has no id yet. */
export type NewEvent = Omit<WalletEvent, 'id' | 'at'>;

export interface EventView {
  /** Number of blocks after the change. */
  readonly height: number;
  /** The change adds blocks. */
  readonly grows: boolean;
  /** The change deletes what was read from the chain, to read it again. */
  readonly forgets: boolean;
  /** See EventLog. */
  readonly quietBelow: number;
  /** The chain is being read again: what is missing may still be found. */
  readonly quiet: boolean;
  /** Blocks from this height on are removed, or replaced. */
  readonly detachedFrom: number;
  /** The keys of this table that the change writes or deletes. */
  touched(table: TableName): ReadonlySet<string>;
  before<T extends TableName>(table: T, key: string): Tables[T] | undefined;
  after<T extends TableName>(table: T, key: string): Tables[T] | undefined;
  /** The records before the change. */
  all<T extends TableName>(table: T): ReadonlyMap<string, Tables[T]>;
}

export function createEventView(state: EventSource, change: Change, log: EventLog): EventView {
  const written = new Map<TableName, Map<string, unknown>>();
  const rowsOf = (table: TableName): Map<string, unknown> => {
    const known = written.get(table) ?? new Map<string, unknown>();
    written.set(table, known);
    return known;
  };
  for (const { table, key } of change.deletes) rowsOf(table).set(key, undefined);
  for (const { table, key, value } of change.puts) rowsOf(table).set(key, value);
  const known = chainHeight(state.chain);
  const height = heightAfter(known, change);
  const { keep, append } = change.chain ?? {};
  const isReorg = keep !== undefined && append !== undefined;
  const forgets = height < known && !isReorg && state.tables.outputs.size > 0;
  const quietBelow = forgets ? Math.max(log.quietBelow, known) : log.quietBelow;
  return {
    height,
    grows: (append?.length ?? 0) > 0,
    forgets,
    quietBelow,
    quiet: height < quietBelow,
    detachedFrom: keep ?? Infinity,
    touched: (table) => new Set(written.get(table)?.keys()),
    before: (table, key) => state.tables[table].get(key),
    after: <T extends TableName>(table: T, key: string) => {
      const rows = written.get(table);
      return rows?.has(key) ? (rows.get(key) as Tables[T] | undefined) : state.tables[table].get(key);
    },
    all: (table) => state.tables[table],
  };
}

const heightAfter = (known: number, { chain }: Change): number => {
  const base = chain?.base ?? known;
  const kept = Math.min(base, chain?.keep ?? base);
  return kept + (chain?.append?.length ?? 0) / 32;
};
