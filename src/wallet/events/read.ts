/** Reads the list of events from a cursor on, and notes how far the receiver of webhooks has taken it. Pure. */
import { eventNumber } from '../state/event-id.ts';
import { change, put, type WalletState } from '../state/state.ts';
import type { WalletEvent } from '../state/records/events.ts';
import type { Change } from '../state/tables.ts';

export interface EventPage {
  /** Oldest first. */
  readonly events: readonly WalletEvent[];
  /** Events between the cursor and the first of these are gone, or the cursor is not one of this file. */
  readonly gap: boolean;
}

/**
 * The events after the one with id `since`, at most `limit`. An empty `since`: from the oldest one. After an id that the list
 * does not know, all of the list, with a gap: it was dropped, or the file is an older copy.
 */
export function eventsAfter({ tables }: WalletState, since: string, limit: number): EventPage {
  const { events } = tables;
  const log = tables.eventLog.get('');
  if (!log) return { events: [], gap: false };
  const { next } = log;
  const oldest = Number(events.keys().next().value ?? next);
  const number = since === '' ? 0 : (eventNumber(since) ?? -1);
  const known = events.get(String(number));
  const follows = known ? known.id === since : number === oldest - 1;
  const first = follows ? number + 1 : oldest;
  const page: WalletEvent[] = [];
  for (let each = first; each < next && page.length < limit; each++) page.push(events.get(String(each))!);
  return { events: page, gap: !follows };
}

/** Notes that the receiver has this event and those before it. Undefined when it is no event of the list, or noted already. */
export function deliveredChange({ tables }: WalletState, id: string): Change | undefined {
  const log = tables.eventLog.get('');
  const number = eventNumber(id) ?? 0;
  if (!log || tables.events.get(String(number))?.id !== id) return undefined;
  if (number <= (eventNumber(log.delivered) ?? 0)) return undefined;
  return change([put('eventLog', '', { ...log, delivered: id })]);
}
