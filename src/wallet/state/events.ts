/**
 * Adds to a change the events that it causes, so that both are written in one commit: no crash can lose or invent one.
 * Only for a wallet that has an event log; all others pay nothing for it. Pure.
 */
import type { ChainTip } from '../../ports/block-source.ts';
import { MAX_REORG } from './chain.ts';
import { fundsEvent } from './event-funds.ts';
import { paymentEvents, watchTold } from './event-payments.ts';
import { spendEvents } from './event-spends.ts';
import { createEventView, type EventSource, type NewEvent } from './event-view.ts';
import { eventTag } from './event-id.ts';
import type { EventLog } from './records/events.ts';
import type { Change, Delete, Put } from './tables.ts';

/** The events that a wallet stores at most; the oldest are dropped first. */
export const MAX_EVENTS = 10_000;

/** The change with its events, if there are any. `now`: seconds. */
export function withEvents(
  state: EventSource,
  change: Change,
  now: () => number,
): { readonly change: Change; readonly hasEvents: boolean } {
  const log = state.tables.eventLog.get('');
  // A change of the log itself is none of the wallet.
  if (!log || change.puts.some(({ table }) => table === 'eventLog')) return { change, hasEvents: false };
  const view = createEventView(state, change, log);
  if (view.forgets)
    return {
      change: withPuts(change, [logPut({ ...log, quietBelow: view.quietBelow }), ...watchTold(view, log)]),
      hasEvents: false,
    };
  const payments = paymentEvents(view, log);
  const funds = fundsEvent(view, log);
  const events = [...payments.events, ...spendEvents(view), ...funds.events];
  const next = { ...log, next: log.next + events.length, low: funds.low };
  const puts: Put[] = [
    ...payments.puts,
    ...eventPuts(state, log.next, events, now()),
    ...(events.length > 0 || next.low !== log.low ? [logPut(next)] : []),
  ];
  const deletes = [...payments.deletes, ...expiredEvents(state, next.next)];
  return { change: withPuts(change, puts, deletes), hasEvents: events.length > 0 };
}

/**
 * The change for a node's chain that is much shorter than the one before a rescan: that was false, or of a test network
 * that has begun again: its payments are new. Undefined when nothing must change.
 */
export function quietBelowTip(
  { tables }: Pick<EventSource, 'tables'>,
  { height, synchronized }: Pick<ChainTip, 'height' | 'synchronized'>,
): Change | undefined {
  const log = tables.eventLog.get('');
  if (!log || !synchronized || height >= log.quietBelow - MAX_REORG) return undefined;
  return { puts: [logPut({ ...log, quietBelow: height })], deletes: [] };
}

const logPut = (value: EventLog): Put => ({ table: 'eventLog', key: '', value });

const withPuts = (change: Change, puts: readonly Put[], deletes: readonly Delete[] = []): Change =>
  puts.length === 0 && deletes.length === 0
    ? change
    : { ...change, puts: [...change.puts, ...puts], deletes: [...change.deletes, ...deletes] };

const eventPuts = (
  { copy }: EventSource,
  first: number,
  events: readonly NewEvent[],
  at: number,
): readonly Put[] => {
  const kept = events.map((event, i) => ({ event, number: first + i })).slice(-MAX_EVENTS);
  return kept.map(({ event, number }) => ({
    table: 'events',
    key: String(number),
    value: { id: `${eventTag(copy)}-${number}`, at, ...event },
  }));
};

/** Deletes of the events before the newest MAX_EVENTS. `next`: number of the next event. */
const expiredEvents = ({ tables }: EventSource, next: number): readonly Delete[] => {
  const old: Delete[] = [];
  for (const key of tables.events.keys()) {
    if (Number(key) >= next - MAX_EVENTS) break;
    old.push({ table: 'events', key });
  }
  return old;
};
